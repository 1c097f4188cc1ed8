/** What a value of an option means, in words where the game has them. */
import type { GameInfo, Lang } from "../protocol/types";

export function valueText(game: GameInfo, option: string, value: string, lang: Lang): string {
  const line = game.sheet?.find((one) => one.option === option && value in one.texts);
  return line?.texts[value]?.[lang] || game.texts[`word.${value}`]?.[lang] || value.replaceAll("_", " ");
}
