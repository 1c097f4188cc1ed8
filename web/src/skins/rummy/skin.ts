import type { View } from "./protocol";
import type { SeatScene, Skin } from "../../table/scene";
import { capital } from "../capital";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";

const MOST_BACKS = 8;

export const skin: Skin = {
  sorting: "rank",
  // The 2 is wild and the ace high, so both are sorted last.
  twoHigh: true,
  middle: { wide: 330, deep: 130, area: 120_000 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  seat(seen, seat, tell) {
    const view = seen as View;
    const one = view.seats[seat];
    if (!one) return { cards: [] };
    const scene: SeatScene = { cards: one.cards ?? Array<null>(Math.min(one.count, MOST_BACKS)).fill(null) };
    if (!one.cards) scene.count = one.count;
    if (seat === view.dealer) scene.role = capital(tell.say("show.dealer"));
    scene.hand = tell.say("show.score", { score: one.score });
    scene.brief = scene.hand;
    if (view.phase === "over" && one.points != null) {
      // Only the cost of the round: totals are on the score sheet, chips in the result.
      delete scene.hand;
      const text = tell.say("show.score", { score: one.points });
      scene.result = { text, brief: text, tone: seat === view.winner ? "win" : "loss" };
    } else if (one.laid_down) scene.note = tell.say("show.down");
    return scene;
  },
  Middle,
  Controls,
};
