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
  middle: { wide: 130, deep: 130 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  squeeze(view, seat) {
    const cards = (view as View).seats[seat]?.cards ?? [];
    return cards.length > DEALT ? cards : null;
  },
  seat(seen, seat, tell, legal) {
    const view = seen as View;
    const seatView = view.seats[seat];
    if (!seatView) return { cards: [] };
    const scene: SeatScene = { cards: seatView.cards ?? Array<null>(seatView.count).fill(null) };
    if (seat === view.dealer) scene.role = capital(tell.say("show.dealer"));
    if (seatView.done && !seatView.result && seat !== view.dealer) scene.note = tell.say("show.done");
    if (seatView.stake > 0) scene.stake = seatView.stake;
    if (seatView.total != null) {
      const name = seatView.name ? tell.word(seatView.name) : "";
      scene.brief = seatView.name && NAMED.has(seatView.name) ? name : String(seatView.total);
      scene.hand = name && name !== scene.brief ? `${scene.brief} · ${name}` : scene.brief;
    }
    if (seatView.result) scene.result = result(tell, seatView.result, seatView.chips ?? 0);
    const compare = legal.find((action) => action.type === "compare" && action["seat"] === seat);
    if (compare) scene.tap = { label: tell.action(compare), brief: t("xidach.compare"), action: compare };
    return scene;
  },
  Middle,
  Controls,
};
