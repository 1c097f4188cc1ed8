/** The skin of a game is in the folder of its name. A game without one uses the generic skin. */
import type { Skin } from "../table/scene";
import { skin as generic } from "./generic/skin";

const SKINS = import.meta.glob<Skin>("./*/skin.ts", { eager: true, import: "skin" });

export function skinOf(game: string): Skin {
  return SKINS[`./${game}/skin.ts`] ?? generic;
}
