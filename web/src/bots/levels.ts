/** Levels of bots: the levels of a game, and the bot for each of them. */
import type { GameInfo } from "../protocol/types";

export const USUAL = "usual";

/** Return the bot of a level; the game's usual bot if it has no such level. */
export function botOf(info: GameInfo | null | undefined, level: string): string {
  return info?.levels.find((pair) => pair.level === level)?.bot ?? info?.usual_bot ?? "random";
}

/** Return the level of a bot; undefined for a bot that is not one of the levels. */
export function levelOf(info: GameInfo | null | undefined, bot: string): string | undefined {
  return info?.levels.find((pair) => pair.bot === bot)?.level;
}
