/** Hide the parts of a seat that its turning cards would give away. */
import type { SeatScene } from "../table/scene";
import type { Curtain } from "./curtain.svelte";

type Drawn = Pick<Curtain, "backs" | "turning" | "closed" | "covered">;

export function veiled(scene: SeatScene, seat: number, curtain: Drawn, own = false): SeatScene {
  const { hand, brief, result, apart, tap, ...rest } = scene;
  const visible: SeatScene = { ...rest };
  const alarm = result?.tone === "alarm";
  if (result && (alarm || !curtain.closed) && !curtain.turning.includes(seat) && !curtain.backs.includes(seat)) visible.result = result;
  if (tap) visible.tap = tap;
  if (own) {
    if (curtain.covered === null) Object.assign(visible, hand !== undefined && { hand }, brief !== undefined && { brief });
    return visible;
  }
  if (curtain.backs.includes(seat)) return { ...visible, cards: scene.cards.map(() => null) };
  if (apart) visible.apart = apart;
  if (!curtain.turning.includes(seat)) Object.assign(visible, hand !== undefined && { hand }, brief !== undefined && { brief });
  return visible;
}
