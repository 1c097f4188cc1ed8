/** Which skin a game wears. One without its own is played through the generic one. */
import type { Skin } from "../table/scene";
import { big2 } from "./big2/skin";
import { generic } from "./generic/skin";
import { niuniu } from "./niuniu/skin";
import { rummy } from "./rummy/skin";
import { xidach } from "./xidach/skin";

const SKINS: Readonly<Record<string, Skin>> = { big2, niuniu, rummy, xidach };

export function skinOf(game: string): Skin {
  return SKINS[game] ?? generic;
}
