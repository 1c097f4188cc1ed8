import type { View } from "./protocol";
import type { SeatScene, Skin } from "../../table/scene";
import { capital } from "../capital";
import { result } from "../result";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";
import { t } from "../../text";

/** Cards drawn after these can be squeezed open. */
const DEALT = 2;
const NAMED = new Set(["xi_bang", "xi_dach", "ngu_linh"]);

export const skin: Skin = {
  sorting: "own",
  twoHigh: false,
  middle: { wide: 130, deep: 130 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  squeeze(view, seat) {
    const cards = (view as View).seats[seat]?.cards ?? [];
    return cards.length > DEALT ? cards : null;
  },
  seat(seen, seat, tell, legal) {
    const view = seen as View;
    const one = view.seats[seat];
    if (!one) return { cards: [] };
    const scene: SeatScene = { cards: one.cards ?? Array<null>(one.count).fill(null) };
    if (seat === view.dealer) scene.role = capital(tell.say("show.dealer"));
    if (one.done && !one.result && seat !== view.dealer) scene.note = tell.say("show.done");
    if (one.stake > 0) scene.stake = one.stake;
    if (one.total != null) {
      const name = one.name ? tell.word(one.name) : "";
      scene.brief = one.name && NAMED.has(one.name) ? name : String(one.total);
      scene.hand = name && name !== scene.brief ? `${scene.brief} · ${name}` : scene.brief;
    }
    if (one.result) scene.result = result(tell, one.result, one.chips ?? 0);
    const compare = legal.find((action) => action.type === "compare" && action["seat"] === seat);
    if (compare) scene.tap = { label: tell.action(compare), brief: t("xidach.compare"), action: compare };
    return scene;
  },
  Middle,
  Controls,
};
