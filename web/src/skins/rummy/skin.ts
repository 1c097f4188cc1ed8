import type { View } from "../../protocol/gen/rummy";
import type { SeatScene, Skin } from "../../table/scene";
import { capital } from "../capital";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";

const MOST_BACKS = 8;

export const rummy: Skin = {
  sorting: "rank",
  // The 2 is wild and the ace high, so both stand at the end.
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
      const won = seat === view.winner;
      const text = tell.say("show.lost", { points: one.points });
      scene.brief = `Σ ${one.score}`;
      scene.result = { text, brief: `+${one.points}`, tone: won ? "win" : "loss" };
    } else if (one.laid_down) scene.note = tell.say("show.down");
    return scene;
  },
  Middle,
  Controls,
};
