/** Skin of any game: seats, cards and numbers as the view names them, and a button for each legal action. */
import type { SeatScene, Skin } from "../../table/scene";
import { capital } from "../capital";
import Controls from "./Controls.svelte";
import { isCards } from "./fields";
import Middle from "./Middle.svelte";
import { notes, roles } from "./notes";

type Fields = Readonly<Record<string, unknown>>;

function seatOf(view: unknown, seat: number): Fields {
  const seats = (view as Fields)["seats"];
  const value: unknown = Array.isArray(seats) ? seats[seat] : undefined;
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export const skin: Skin = {
  sorting: "rank",
  middle: { wide: 320, deep: 220 },
  toAct(view) {
    const waiting = (view as Fields)["to_act"];
    return Array.isArray(waiting) ? (waiting as number[]) : [];
  },
  hand(view, seat) {
    const held = (view as Fields)["hand"] ?? seatOf(view, seat)["cards"];
    return isCards(held) ? held : null;
  },
  seat(view, seat, tell) {
    const fields = seatOf(view, seat);
    const cards = fields["cards"];
    const count = fields["count"];
    const scene: SeatScene = { cards: isCards(cards) ? cards : typeof count === "number" ? Array<null>(Math.min(count, 8)).fill(null) : [] };
    if (typeof count === "number" && !isCards(cards)) scene.count = count;
    const role = roles(view as Fields, seat, tell);
    if (role) scene.role = capital(role);
    const note = notes(fields, tell);
    if (note) scene.hand = note;
    return scene;
  },
  Middle,
  Controls,
};
