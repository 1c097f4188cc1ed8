import type { View } from "./protocol";
import type { SeatScene, Skin } from "../../table/scene";
import { capital } from "../capital";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";

const MOST_BACKS = 8;

export const skin: Skin = {
  sorting: "rank",
  // The 2 is wild and the ace high, so both are sorted last.
  middle: { wide: 330, deep: 130, area: 120_000 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  seat(seen, seat, tell) {
    const view = seen as View;
    const seatView = view.seats[seat];
    if (!seatView) return { cards: [] };
    const scene: SeatScene = { cards: seatView.cards ?? Array<null>(Math.min(seatView.count, MOST_BACKS)).fill(null) };
    if (!seatView.cards) scene.count = seatView.count;
    if (seat === view.dealer) scene.role = capital(tell.say("show.dealer"));
    scene.hand = tell.say("show.score", { score: seatView.score });
    scene.brief = scene.hand;
    if (view.phase === "over" && seatView.points != null) {
      // Only the cost of the round: totals are on the score sheet, chips in the result.
      delete scene.hand;
      const text = tell.say("show.score", { score: seatView.points });
      scene.result = { text, brief: text, tone: seat === view.winner ? "win" : "loss" };
    } else if (seatView.laid_down) scene.note = tell.say("show.down");
    return scene;
  },
  Middle,
  Controls,
};
