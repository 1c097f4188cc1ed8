/** How well bots play: the levels that a game has, and the bot that each of them means. */
import type { GameInfo } from "../protocol/types";

export const USUAL = "usual";

/** The bot of a level, or the usual one where the game has no such level. */
export function botOf(info: GameInfo | null | undefined, level: string): string {
  return info?.levels.find((one) => one.level === level)?.bot ?? info?.usual_bot ?? "random";
}

/** The level that a bot plays at; none for one that is there for other reasons. */
export function levelOf(info: GameInfo | null | undefined, bot: string): string | undefined {
  return info?.levels.find((one) => one.bot === bot)?.level;
}
