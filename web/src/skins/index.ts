/** Which skin a game wears: that of the folder with its name. One without a folder is played through the generic one. */
import type { Skin } from "../table/scene";
import { skin as generic } from "./generic/skin";

const SKINS = import.meta.glob<Skin>("./*/skin.ts", { eager: true, import: "skin" });

export function skinOf(game: string): Skin {
  return SKINS[`./${game}/skin.ts`] ?? generic;
}
