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
  twoHigh: true,
  middle: { wide: 330, deep: 180 },
  toAct: (view) => (view as View).to_act,
  hand: (view, seat) => (view as View).seats[seat]?.cards ?? null,
  useless(_, legal, hand) {
    const plays = legal.filter((one) => one.type === "play");
    if (!plays.length) return [];
    const used = new Set(plays.flatMap((one) => one["cards"] as string[]));
    return hand.filter((card) => !used.has(plain(card)));
  },
  seat(seen, seat, tell, legal) {
    const view = seen as View;
    const one = view.seats[seat];
    if (!one) return { cards: [] };
    const held = view.phase === "shuffle" || one.place ? 0 : Math.min(one.count ?? UNTOLD, 7);
    const scene: SeatScene = { cards: one.cards ?? Array<null>(held).fill(null) };
    if (one.count != null && !one.cards) scene.count = one.count;
    else if (!one.cards) scene.untold = true;
    if (one.place) Object.assign(scene, { role: tell.say("show.place", { place: one.place }), placed: true });
    if (view.phase === "vote" && one.voted) scene.note = tell.say("show.voted");
    else if (one.passed) scene.note = tell.say("show.passed");
    if (one.each != null && one.cards) {
      scene.hand = tell.say("show.left", { count: one.cards.length, each: one.each });
      scene.brief = `${one.cards.length} × ${one.each}`;
    }
    if (one.pays_for_all) scene.hand = scene.brief = tell.say("show.pays_for_all");
    if (one.chips != null) scene.result = { text: signed(one.chips), brief: signed(one.chips), tone: one.chips > 0 ? "win" : one.chips < 0 ? "loss" : "push" };
    else if (one.last_card) {
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
