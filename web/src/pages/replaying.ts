/** Turn a replay into the views that a table would have shown. */
import type { Replay, SeatInfo, TableView, View } from "../protocol/types";
import type { Phraser } from "../text/phrasing";

const BOT = /^bot /;

export function pictureAt(replay: Replay, step: number, table: View, deal: number): View {
  const seats: SeatInfo[] = replay.names.map((name, seat) =>
    replay.closed.includes(seat) ? { closed: true } : BOT.test(name) ? { level: name.slice(4) } : { name, member: 0 },
  );
  const over = step >= replay.steps.length;
  const shown: TableView = { ...table.table, game: replay.game, phase: "playing", seats, personas: replay.personas };
  return {
    ...table,
    you: replay.you === null ? {} : { seat: replay.you, member: 0 },
    table: shown,
    deal: {
      number: deal,
      game: replay.game,
      sheet: replay.sheet,
      // The replay shows those who played, as if there were no other chairs.
      chairs: seats.map((_, seat) => seat),
      view: viewAt(replay, step),
      legal: [],
      payoff: over ? [...replay.result] : null,
    },
  };
}

/** Return the view after a number of steps. */
export function viewAt(replay: Replay, step: number): unknown {
  return step === 0 ? replay.start : replay.steps[step - 1]?.view;
}

/** Return the text of a step as the viewer was told it. */
export function told(replay: Replay, step: number, tell: Phraser): string {
  return (replay.steps[step - 1]?.facts ?? []).map((fact) => tell.fact(fact)).join(" ");
}
