import type { SeatView, View } from "./protocol";
import type { SeatScene, Skin } from "../../table/scene";
import type { Phraser } from "../../text/phrasing";
import { capital } from "../capital";
import { result } from "../result";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";

/** A hand can be named once it has its fifth card. */
const WHOLE = 5;

/** The base first, then the last two. */
function grouped(seatView: SeatView): readonly string[] | null {
  if (!seatView.cards) return null;
  const places = seatView.hand && seatView.hand.base.length ? [...seatView.hand.base, ...seatView.hand.final] : seatView.cards.map((_, place) => place);
  return places.map((place) => seatView.cards?.[place] ?? "");
}

/** NN-2: cards that count differently from their number, as the server says: `6♥ = 3`. */
function odd(seatView: SeatView, tell: Phraser): string {
  const counts = (seatView.odd ?? []).map(({ place, value }) => tell.say("hand.counts", { card: seatView.cards?.[place] ?? "", value }));
  return counts.length ? `${counts.join(" · ")} (NN-2)` : "";
}

export function worth(seatView: SeatView, tell: Phraser): string {
  if (!seatView.hand) return "";
  const hand = `×${seatView.hand.multiple} · ${tell.word(seatView.hand.reason)}`;
  return seatView.because ? `${hand} · ${tell.word(seatView.because)}` : hand; // NN-20 to NN-22: why no chips change hands
}

export const skin: Skin = {
  sorting: "own",
  middle: { wide: 120, deep: 120 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => {
    const seatView = (view as View).seats[seat];
    return seatView ? grouped(seatView) : null;
  },
  squeeze(view, seat) {
    const cards = (view as View).seats[seat]?.cards ?? [];
    return cards.length === WHOLE ? cards : null;
  },
  lifted(view, seat) {
    const seatView = (view as View).seats[seat];
    return seatView?.hand?.base.length ? seatView.hand.final.map((place) => seatView.cards?.[place] ?? "") : [];
  },
  seat(seen, seat, tell) {
    const view = seen as View;
    const seatView = view.seats[seat];
    if (!seatView) return { cards: [] };
    const scene: SeatScene = { cards: grouped(seatView) ?? Array<null>(seatView.count).fill(null) };
    if (seatView.hand?.base.length) scene.apart = seatView.hand.final.map((_, index) => (seatView.hand?.base.length ?? 0) + index);
    if (seat === view.banker) scene.role = capital(view.rules.mode === "paytable" ? tell.word("house") : tell.say("show.banker"));
    if (seatView.bid != null && view.phase !== "over") scene.note = seatView.bid ? tell.say("show.bid", { times: seatView.bid }) : tell.say("show.declined");
    else if (seatView.has_bid && seatView.bid == null) scene.note = tell.say("show.has_bid");
    if (seatView.stake > 0) scene.stake = seatView.stake;
    if (seatView.hand) {
      const { multiple, base, bull, reason } = seatView.hand;
      const called = base.length ? tell.word(`bull_${bull}`) : tell.word(reason);
      // The name of the hand matters; its multiple is in the result.
      scene.brief = base.length ? called : `×${multiple}`;
      scene.hand = `×${multiple} · ${called}`;
    }
    // For the player's own hand from the start: bidding on four cards requires knowing their values.
    const counts = seat === view.you ? odd(seatView, tell) : "";
    if (counts) scene.hand = scene.hand ? `${scene.hand} · ${counts}` : counts;
    if (seatView.result) scene.result = result(tell, seatView.result, seatView.chips ?? 0);
    return scene;
  },
  Middle,
  Controls,
};
