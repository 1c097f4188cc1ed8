/** Return the value of an option in words, if the game has a text for it. */
import type { GameInfo, Lang } from "../../protocol/types";

export function valueText(game: GameInfo, option: string, value: string, lang: Lang): string {
  return game.choice_texts[option]?.[value]?.[lang] || game.texts[`word.${value}`]?.[lang] || value.replaceAll("_", " ");
}
