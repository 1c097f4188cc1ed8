/** RT-7: an evening of entered deals under other rules. */
import { asked, bookOf } from "../live/api";
import type { EnteredDeal, Scorebook, ScorebookDeal } from "../protocol/types";

interface Rescored {
  readonly sheet: string;
  readonly payoffs: readonly (readonly number[] | null)[];
}

/** The chips of each account of the book by the deals that both rules can score, as they were and under the other rule. */
export interface Compared {
  readonly sheet: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly deals: number;
  /** Deals for which the other rule asks for something that was not entered. */
  readonly refused: readonly number[];
}

/** Return the whole book of a table, with all its pages. */
export async function wholeBook(table: string): Promise<Scorebook> {
  let page = await bookOf(table);
  let deals = page.deals ?? [];
  const book = page;
  while (deals[0] && deals[0].deal > 1 && page.deals?.length) {
    page = await bookOf(table, deals[0].deal);
    deals = [...(page.deals ?? []), ...deals];
  }
  return { ...book, deals };
}

/** Return an entered deal from the book of a table; null if there is none. Who entered it is not in the book. */
export async function bookedDeal(table: string, number: number): Promise<EnteredDeal | null> {
  const { deals = [], ledger = [] } = await bookOf(table, number + 1);
  const found = deals.find(({ deal }) => deal === number);
  if (!found?.entered) return null;
  return { ...found, chairs: found.chairs ?? [], members: (found.accounts ?? []).map((account) => ledger[account]?.member ?? -1), host: found.host ?? 0, by: -1, entry: found.entry as EnteredDeal["entry"] };
}

/** Tell whether an entry can correct a deal of the book: the same chairs played the same game by the same rules, so that every
 * line stays with its person. */
export function canCorrect(entry: Pick<EnteredDeal, "game" | "sheet" | "chairs">, booked: Pick<EnteredDeal, "game" | "sheet" | "chairs">): boolean {
  return entry.game === booked.game && entry.sheet === booked.sheet && entry.chairs.join() === booked.chairs.join();
}

/** Return the deals of a game that count, in parts that one match can run through: no other game or sheet between them. */
export function partsOf(deals: readonly ScorebookDeal[], game: string): readonly (readonly ScorebookDeal[])[] {
  const parts: ScorebookDeal[][] = [];
  let last: ScorebookDeal | null = null;
  for (const deal of deals.filter((each) => !each.struck)) {
    if (deal.game === game) {
      if (last?.game === game && last.sheet === deal.sheet) parts.at(-1)?.push(deal);
      else parts.push([deal]);
    }
    last = deal;
  }
  return parts;
}

/** Return the seats that the people of a deal had in the deal before. A newcomer takes over the place of a chair whose person has
 * left, or has none. */
function placesOf(deal: ScorebookDeal, before: ScorebookDeal | undefined): readonly (number | null)[] | null {
  if (!before) return null;
  const own = (deal.accounts ?? []).map((account) => before.accounts?.indexOf(account) ?? -1);
  return own.map((seat, index) => {
    const place = seat >= 0 ? seat : (before.chairs?.indexOf(deal.chairs?.[index] ?? -1) ?? -1);
    return place < 0 || (seat < 0 && own.includes(place)) ? null : place;
  });
}

/** Score the deals of a game in a book by another sheet. */
export async function otherRule(book: Scorebook, game: string, sheet: string, score: typeof scoredAgain = scoredAgain): Promise<Compared> {
  const parts = partsOf(book.deals ?? [], game);
  const before = (book.ledger ?? []).map(() => 0);
  const after = [...before];
  const refused: number[] = [];
  let [code, deals] = [sheet, 0];
  for (const part of parts) {
    const scored = await score(game, { sheet, entries: part.map((deal) => deal.entry), hosts: part.map((deal) => deal.host ?? 0), places: part.map((deal, index) => placesOf(deal, part[index - 1])) });
    code = scored.sheet;
    for (const [index, deal] of part.entries()) {
      const payoff = scored.payoffs[index];
      if (!payoff) {
        refused.push(deal.deal);
        continue;
      }
      deals += 1;
      for (const [seat, account] of (deal.accounts ?? []).entries()) {
        before[account] = (before[account] ?? 0) + (deal.payoff[seat] ?? 0);
        after[account] = (after[account] ?? 0) + (payoff[seat] ?? 0);
      }
    }
  }
  return { sheet: code, before, after, deals, refused };
}

function scoredAgain(game: string, evening: { sheet: string; entries: readonly unknown[]; hosts: readonly number[]; places: readonly (readonly (number | null)[] | null)[] }): Promise<Rescored> {
  return asked<Rescored>(`/api/games/${encodeURIComponent(game)}/evening`, { method: "POST", body: JSON.stringify(evening) });
}
