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
function grouped(one: SeatView): readonly string[] | null {
  if (!one.cards) return null;
  const places = one.hand && one.hand.base.length ? [...one.hand.base, ...one.hand.final] : one.cards.map((_, place) => place);
  return places.map((place) => one.cards?.[place] ?? "");
}

/** NN-2: cards that count differently from their number, as the server says: `6♥ = 3`. */
function odd(one: SeatView, tell: Phraser): string {
  const counts = (one.odd ?? []).map(({ place, value }) => tell.say("hand.counts", { card: one.cards?.[place] ?? "", value }));
  return counts.length ? `${counts.join(" · ")} (NN-2)` : "";
}

export function worth(one: SeatView, tell: Phraser): string {
  if (!one.hand) return "";
  const hand = `×${one.hand.multiple} · ${tell.word(one.hand.reason)}`;
  return one.because ? `${hand} · ${tell.word(one.because)}` : hand; // NN-20 to NN-22: why no chips change hands
}

export const skin: Skin = {
  sorting: "own",
  twoHigh: false,
  middle: { wide: 120, deep: 120 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => {
    const one = (view as View).seats[seat];
    return one ? grouped(one) : null;
  },
  squeeze(view, seat) {
    const cards = (view as View).seats[seat]?.cards ?? [];
    return cards.length === WHOLE ? cards : null;
  },
  lifted(view, seat) {
    const one = (view as View).seats[seat];
    return one?.hand?.base.length ? one.hand.final.map((place) => one.cards?.[place] ?? "") : [];
  },
  seat(seen, seat, tell) {
    const view = seen as View;
    const one = view.seats[seat];
    if (!one) return { cards: [] };
    const scene: SeatScene = { cards: grouped(one) ?? Array<null>(one.count).fill(null) };
    if (one.hand?.base.length) scene.apart = one.hand.final.map((_, index) => (one.hand?.base.length ?? 0) + index);
    if (seat === view.banker) scene.role = capital(view.rules.mode === "paytable" ? tell.word("house") : tell.say("show.banker"));
    if (one.bid != null && view.phase !== "over") scene.note = tell.say("show.bid", { times: one.bid });
    else if (one.has_bid && one.bid == null) scene.note = tell.say("show.has_bid");
    if (one.stake > 0) scene.stake = one.stake;
    if (one.hand) {
      const { multiple, base, bull, reason } = one.hand;
      const called = base.length ? tell.word(`bull_${bull}`) : tell.word(reason);
      // The name of the hand matters; its multiple is in the result.
      scene.brief = base.length ? called : `×${multiple}`;
      scene.hand = `×${multiple} · ${called}`;
    }
    // For the player's own hand from the start: bidding on four cards requires knowing their values.
    const counts = seat === view.you ? odd(one, tell) : "";
    if (counts) scene.hand = scene.hand ? `${scene.hand} · ${counts}` : counts;
    if (one.result) scene.result = result(tell, one.result, one.chips ?? 0);
    return scene;
  },
  Middle,
  Controls,
};
