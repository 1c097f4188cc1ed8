/** Hide the parts of a seat that its turning cards would give away. */
import type { SeatScene } from "../table/scene";
import type { Curtain } from "./curtain.svelte";

type Drawn = Pick<Curtain, "backs" | "turning" | "closed" | "covered">;

export function veiled(scene: SeatScene, seat: number, curtain: Drawn, own = false): SeatScene {
  const { hand, brief, result, apart, tap, ...rest } = scene;
  const told: SeatScene = { ...rest };
  const alarm = result?.tone === "alarm";
  if (result && (alarm || !curtain.closed) && !curtain.turning.includes(seat) && !curtain.backs.includes(seat)) told.result = result;
  if (tap) told.tap = tap;
  if (own) {
    if (curtain.covered === null) Object.assign(told, hand !== undefined && { hand }, brief !== undefined && { brief });
    return told;
  }
  if (curtain.backs.includes(seat)) return { ...told, cards: scene.cards.map(() => null) };
  if (apart) told.apart = apart;
  if (!curtain.turning.includes(seat)) Object.assign(told, hand !== undefined && { hand }, brief !== undefined && { brief });
  return told;
}
