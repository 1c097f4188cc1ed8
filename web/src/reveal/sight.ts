/** Read the part of a session that matters for the reveal. */
import type { Session } from "../live/session.svelte";
import type { Skin } from "../table/scene";
import type { Sight } from "./curtain.svelte";

export function sightOf(session: Session, skin: Skin): Sight | null {
  const { whole, deal, seat } = session;
  if (!whole) return null;
  const view = deal?.view;
  const open = (deal?.chairs ?? []).flatMap((_, at) => (view !== undefined && skin.seat(view, at, session.tell, []).cards.some((card) => card !== null) ? [at] : []));
  // In the game's order: a hand that decides over all others comes last.
  const order = deal?.outcome?.hands.map((hand) => hand.seat) ?? [];
  return {
    seq: whole.seq,
    deal: deal?.number ?? -1,
    over: Boolean(deal?.payoff),
    seat,
    open: [...order.filter((other) => open.includes(other)), ...open.filter((other) => !order.includes(other))],
    last: view === undefined || seat === null ? null : (skin.squeeze?.(view, seat)?.at(-1) ?? null),
    chips: whole.table.seats.map((seatInfo) => seatInfo.chips ?? 0),
  };
}
