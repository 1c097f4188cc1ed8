/** What a client knows of a table: the last view, with every update since laid over it. */
import type { Happening, Said, Update, Whole } from "../protocol/types";

export interface Taken {
  picture: Whole | null;
  happened: readonly Happening[];
  /** The update does not follow on what is known: a fresh view is needed. */
  gap: boolean;
}

const MOST_CHAT = 200;

export function take(known: Whole | null, news: Whole | Update): Taken {
  if (news.type === "view") {
    return known && news.seq < known.seq ? { picture: known, happened: [], gap: false } : { picture: news, happened: [], gap: false };
  }
  if (known && news.seq <= known.seq) return { picture: known, happened: [], gap: false };
  if (!known || news.after > known.seq) return { picture: known, happened: [], gap: true };
  const fresh = (news.happened ?? []).filter((one) => one.seq > known.seq);
  const said = fresh.filter((one): one is Said => one.type === "said");
  const picture: Whole = {
    ...known,
    seq: news.seq,
    now: news.now,
    table: news.table ?? known.table,
    deal: news.deal ?? known.deal ?? null,
    chat: [...(known.chat ?? []), ...said].slice(-MOST_CHAT),
  };
  return { picture, happened: fresh, gap: false };
}
