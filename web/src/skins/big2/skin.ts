import { plain } from "../../cards/cards";
import type { View } from "./protocol";
import type { SeatScene, Skin } from "../../table/scene";
import { signed } from "../../text/phrasing";
import Controls from "./Controls.svelte";
import Middle from "./Middle.svelte";
import { t } from "../../text";

/** A hand of unknown size is always drawn with this many backs. */
const UNTOLD = 3;

export const skin: Skin = {
  sorting: "rank",
  middle: { wide: 330, deep: 180 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  useless(_, legal, hand) {
    const plays = legal.filter((action) => action.type === "play");
    if (!plays.length) return [];
    const used = new Set(plays.flatMap((play) => play["cards"] as string[]));
    return hand.filter((card) => !used.has(plain(card)));
  },
  seat(seen, seat, tell, legal) {
    const view = seen as View;
    const seatView = view.seats[seat];
    if (!seatView) return { cards: [] };
    const held = view.phase === "shuffle" || seatView.place ? 0 : Math.min(seatView.count ?? UNTOLD, 7);
    const scene: SeatScene = { cards: seatView.cards ?? Array<null>(held).fill(null) };
    if (seatView.count != null && !seatView.cards) scene.count = seatView.count;
    else if (!seatView.cards) scene.untold = true;
    if (seatView.place) Object.assign(scene, { role: tell.say("show.place", { place: seatView.place }), placed: true });
    if (view.phase === "vote" && seatView.voted) scene.note = tell.say("show.voted");
    else if (seatView.passed) scene.note = tell.say("show.passed");
    if (seatView.each != null && seatView.cards) {
      scene.hand = tell.say("show.left", { count: seatView.cards.length, each: seatView.each });
      scene.brief = `${seatView.cards.length} × ${seatView.each}`;
    }
    if (seatView.pays_for_all) scene.hand = scene.brief = tell.say("show.pays_for_all");
    if (seatView.chips != null) scene.result = { text: signed(seatView.chips), brief: signed(seatView.chips), tone: seatView.chips > 0 ? "win" : seatView.chips < 0 ? "loss" : "push" };
    else if (seatView.last_card) {
      const text = tell.say("show.last_card");
      scene.result = { text, brief: text, tone: "alarm" };
    }
    const caught = legal.find((action) => action.type === "catch" && action["seat"] === seat);
    if (caught) scene.tap = { label: tell.action(caught), brief: t("big2.catch"), action: caught };
    const asked = legal.find((action) => action.type === "ask" && action["seat"] === seat);
    if (asked) scene.aside = { label: tell.action(asked), icon: "ask", action: asked };
    return scene;
  },
  Middle,
  Controls,
};
