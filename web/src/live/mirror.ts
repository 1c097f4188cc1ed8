/** Client-side state of a table: the last view with all updates since applied. */
import type { Happening, Said, TableView, Update, View } from "../protocol/types";

export interface Taken {
  picture: View | null;
  happened: readonly Happening[];
  /** The update does not follow the known number: a fresh view is needed. */
  gap: boolean;
}

const MOST_CHAT = 200;

export function take(known: View | null, news: View | Update): Taken {
  if (news.type === "view") {
    return { picture: news, happened: [], gap: false };
  }
  if (known && news.seq <= known.seq) return { picture: known, happened: [], gap: false };
  if (!known || news.after > known.seq) return { picture: known, happened: [], gap: true };
  const fresh = (news.happened ?? []).filter((happening) => happening.seq > known.seq);
  const published = fresh.findLast((happening) => happening.type === "manifest_published");
  const messages = fresh.filter((happening): happening is Said => happening.type === "said");
  // PF-38: a message that its author withdrew is no longer shown.
  const forgottenMembers = fresh.flatMap((happening) => (happening.type === "forgotten" ? [happening.member] : []));
  const picture: View = {
    ...known,
    seq: news.seq,
    now: news.now,
    table: news.table ?? withChanges(known.table, news),
    deal: news.deal ?? known.deal ?? null,
    chat: [...(known.chat ?? []), ...messages].filter((message) => !forgottenMembers.includes(message.member)).slice(-MOST_CHAT),
    manifest: published?.manifest ?? known.manifest ?? "",
    happened: [],
  };
  return { picture, happened: fresh, gap: false };
}

/** Return the same object if nothing changed. */
function withChanges(table: TableView, { phase, seats, shuffle }: Update): TableView {
  if (!phase && !seats && !shuffle) return table;
  return { ...table, phase: phase ?? table.phase, seats: seats ?? table.seats, shuffle: shuffle ?? table.shuffle };
}
