/** The picture of a deal's result for others: from one player's point of view, or of everybody. */
import { at } from "../base";
import { bookOf } from "../live/api";
import type { Session } from "../live/session.svelte";
import type { GameInfo, Hand, Outcome, Scorebook } from "../protocol/types";
import { settings } from "../settings.svelte";
import { t, type TextKey } from "../text";
import { Phraser, signed } from "../text/phrasing";
import { awardsOf, type Award } from "./awards";
import { handOf, linesOf } from "./settlements";
import { shareResult } from "./sharing";

const AWARDS: Readonly<Record<Award["kind"], TextKey>> = { winner: "outcome.award_winner", best: "book.people_best", streak: "book.people_streak", rare: "outcome.award_rare" };
/** Rows of a picture beside the player's own. */
const MOST = 4;

export interface Awarded {
  label: string;
  name: string;
  value: string;
}

/** Return the awards of an evening in words. */
export function awardsIn(book: Scorebook, session: Session): Awarded[] {
  return awardsOf(book).map((award) => ({
    label: t(AWARDS[award.kind]),
    name: book.ledger?.[award.account]?.name || t("seat.someone"),
    value: award.kind === "rare" ? new Phraser(session.wordingIn(award.moment.game), settings.lang, []).hand(award.moment.hand) : award.kind === "streak" ? t("book.people_in_a_row", { n: award.value }) : signed(award.value),
  }));
}

/** Draw and share the result of a deal. Return a notice, if there is one to show. */
export async function shareDeal({ id, session, game, outcome, payoff, seat, tell }: { id: string; session: Session; game: GameInfo | null; outcome: Outcome | null; payoff: readonly number[]; seat: number | null; tell: Phraser }): Promise<string> {
  const book = await bookOf(id).catch(() => null);
  const called = (hand: Hand | undefined): string => (hand ? tell.hand(hand) : "");
  const row = (of: number, chips: string) => ({ name: tell.name(of), hand: outcome ? handOf(outcome, of) : undefined, called: called(outcome ? handOf(outcome, of) : undefined), why: "", sum: "", chips });
  // Others will read the picture, so it names the player: without a seat of one's own, the winner.
  const best = seat ?? payoff.indexOf(Math.max(...payoff));
  const won = payoff[best] ?? 0;
  const lines = seat === null || !outcome ? [] : linesOf(outcome, seat).slice(0, MOST);
  const done = await shareResult({
    title: t(won > 0 ? "outcome.won" : won < 0 ? "outcome.lost" : "outcome.even", { name: tell.name(best), chips: Math.abs(won) }),
    game: game?.title ?? null,
    tone: won > 0 ? "win" : won < 0 ? "loss" : "push",
    rows: lines.length
      ? [row(best, ""), ...lines.map(({ other, hand, settlement, chips }) => ({ name: tell.name(other), hand, called: called(hand), why: settlement.why.map((phrase) => tell.why(phrase)).join(" "), sum: tell.sum(settlement), chips: signed(chips) }))]
      : payoff.map((chips, of) => row(of, signed(chips))),
    evening: t("outcome.awards"),
    awards: book ? awardsIn(book, session) : [],
    // Without the key of the link: members do not need it, and strangers do not get it from a picture.
    link: `${location.origin}${at(`/t/${id}/book`)}`,
    scan: t("outcome.scan"),
  }).catch(() => "failed" as const);
  return done === "saved" ? t("outcome.shared") : done === "failed" ? t("outcome.share_failed") : "";
}
