"""PF-22: what a house may try with a shuffle, and what the honest must not suffer."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

PATCHED: Final = "tests/client/test_patched_houses.py::test_pf_22_"
TABLE: Final = "tests/table/test_shuffle.py::test_pf_22_"
PROOFS: Final = "tests/table/test_proofs.py::test_pf_22_"
CLIENT: Final = "src/chieu/client/contributing.py"
SHUFFLING: Final = "src/chieu/table/shuffling.py"
FOLDS: Final = "src/chieu/table/shuffle_folds.py"
VERIFIER: Final = "src/chieu/table/proofs.py"
SECOND: Final = "tests/table/second_verifier.py"
STORE: Final = "src/chieu/adapters/shuffle_store.py"

BREAKS: Final = (
    # The house drops what the honest send.
    Break(
        "drops reveals: whom it calls withheld is barred",
        SHUFFLING,
        "if member not in sealing.committed:\n",
        "if member not in sealing.committed or member in sealing.withheld:\n",
        (f"{PATCHED}a_house_that_drops_reveals_gains_one_attempt_and_everybody_knows",),
        "nobody is barred",
    ),
    Break(
        "drops reveals: whom it blames does not hear of it",
        CLIENT,
        "if any(seat in void.withheld for seat in seats):",
        "if not seats:",
        (f"{PATCHED}a_house_that_drops_reveals_gains_one_attempt_and_everybody_knows",),
        "the person hears of it at once",
    ),
    Break(
        "drops commitments: the person does not hear that they contribute nothing",
        CLIENT,
        'self._warn("not_contributing", deal, attempt, said.why or said.kind)',
        "pass",
        (f"{PATCHED}a_house_that_drops_commitments_is_told_of_before_the_cards_come",),
    ),
    # It shows different things.
    Break(
        "two freezes: a reveal for one serves for the other",
        SHUFFLING,
        "if command.freeze != state.last_freeze:",
        "if not command.freeze:",
        (f"{PATCHED}two_freezes_for_two_clients_give_no_deal_and_are_told_of", f"{TABLE}a_reveal_is_for_one_freeze"),
    ),
    Break(
        "two freezes: the next one follows on anything",
        CLIENT,
        "if freeze.after != digest:",
        "if not freeze.after:",
        (f"{PATCHED}two_freezes_for_two_clients_give_no_deal_and_are_told_of",),
        "two pasts cannot be joined again",
    ),
    Break(
        "freezes again after a reveal: a second reveal for it",
        CLIENT,
        "if kept.freeze and kept.freeze != text:",
        "if not text:",
        (f"{PATCHED}a_house_that_freezes_again_after_a_reveal_gets_no_second",),
    ),
    Break(
        "freezes again after a reveal: the second is kept",
        STORE,
        "freeze = CASE freeze WHEN '' THEN ? ELSE freeze END",
        "freeze = ?",
        (f"{PATCHED}a_house_that_freezes_again_after_a_reveal_gets_no_second",),
    ),
    Break(
        "a freeze of something else is revealed for",
        CLIENT,
        "if freeze is None or (freeze.table, freeze.deal, freeze.attempt) != (self._table, deal, attempt):",
        "if freeze is None:",
        (f"{PATCHED}nothing_is_revealed_for_a_freeze_of_something_else",),
    ),
    Break(
        "a freeze that comes late is not told of",
        CLIENT,
        "if not kept.freeze:  # it came",
        "if not text:  # it came",
        (f"{PATCHED}a_freeze_that_is_shown_late_or_never_is_told_of[True]",),
    ),
    Break(
        "deals without asking, and nobody is told",
        CLIENT,
        'if phase == "playing" and kept.freeze and not kept.revealed:',
        'if phase == "playing" and not text:',
        (f"{PATCHED}a_house_that_deals_without_asking_for_what_it_froze_is_told_of",),
    ),
    Break(
        "drops a frozen deal, and nobody is told",
        CLIENT,
        "if freeze.deal > last.deal > self._over:",
        "if last.deal > freeze.deal > self._over:",
        (f"{PATCHED}a_deal_that_was_frozen_and_dropped_is_told_of",),
    ),
    # It goes back to a back-up.
    Break(
        "goes back: the same bytes again, in a running deal",
        CLIENT,
        "given = kept.contribution if not kept.freeze else secrets.token_hex(BYTES)",
        "given = kept.contribution",
        (f"{PATCHED}a_house_that_goes_back_in_silence_gets_nothing_from_the_same_attempt[False]",),
    ),
    Break(
        "goes back: the same bytes again, after the deal",
        CLIENT,
        "given = kept.contribution if not kept.freeze else secrets.token_hex(BYTES)",
        "given = kept.contribution",
        (f"{PATCHED}a_house_that_goes_back_in_silence_gets_nothing_from_the_same_attempt[True]",),
        "they are not used again",
    ),
    Break(
        "goes back: the house's seed follows from the table's secret",
        SHUFFLING,
        "seed = draft.fresh.draw(fair.SEED_BYTES).hex()",
        'seed = fair.seed_commitment(draft.state.secret.hex(), deal, attempt, "00" * fair.SEED_BYTES)',
        (f"{TABLE}a_seed_follows_from_nothing",),
    ),
    Break(
        "goes back: who comes when more has happened is not told",
        "src/chieu/client/mirror.py",
        "self.went_back = news.seq < self.seq or (self._table is not None and news.table.epoch != self._table.epoch)",
        "self.went_back = news.seq < self.seq",
        (f"{PATCHED}a_restore_is_told_to_who_comes_back_when_more_has_happened_since",),
    ),
    Break(
        "goes back: a restored deal plays on",
        FOLDS,
        "deal=None if deal is not None else state.deal,",
        "deal=state.deal,",
        (f"{TABLE}a_restored_back_up_annuls_the_deal_and_says_so",),
    ),
    # It changes something after the freeze.
    Break(
        "leaves somebody out within an attempt, and the record verifies",
        VERIFIER,
        "if [one.seat for one in proof.contributions] != [seat for seat, _ in freeze.contributors]:",
        "if not freeze.seats:",
        (f"{PATCHED}nobody_can_be_left_out_within_an_attempt",),
        "whom the freeze names",
    ),
    Break(
        "moves who deals after the freeze",
        SHUFFLING,
        "players, match, proof, sealing.host, sealing.out, at=draft.now))",
        "players, match, proof, host_seat(state), sealing.out, at=draft.now))",
        (f"{TABLE}rules_and_who_deals_are_fixed_with_the_contributors",),
    ),
    Break(
        "moves who deals, and the record verifies",
        VERIFIER,
        "if freeze.host != record.host:",
        "if freeze.host < 0:",
        (f"{PROOFS}a_house_that_has_somebody_else_deal_is_found_out",),
    ),
    Break(
        "moves who sits out after the freeze",
        SHUFFLING,
        "players, match, proof, sealing.host, sealing.out, at=draft.now))",
        "players, match, proof, sealing.host, _sitting_out(state), at=draft.now))",
        (f"{PATCHED}who_sits_out_is_fixed_before_the_order_is_known",),
    ),
    Break(
        "opens another seed than was committed to",
        VERIFIER,
        "if fair.seed_commitment(proof.table, proof.deal, proof.attempt, proof.seed) != proof.commitment:",
        "if not proof.commitment:",
        (f"{PROOFS}a_house_that_opens_something_else_than_was_committed_to_is_found_out[the seed]",),
    ),
    Break(
        "opens another contribution than was committed to",
        VERIFIER,
        "if fair.contribution_commitment(*where, one.contribution) != one.commitment:",
        "if not where:",
        (f"{PROOFS}a_house_that_opens_something_else_than_was_committed_to_is_found_out[the contribution of seat 1]",),
    ),
    Break(
        "another order of cards verifies",
        VERIFIER,
        "if fair.order(proof, shuffles, step.action.order) != step.action.order:",
        "if not step.action.order:",
        (f"{PROOFS}another_order_of_cards_does_not_hold",),
    ),
    # It claims what is not so.
    Break(
        "plays among bots and claims fairness",
        VERIFIER,
        '"claim" if one.kind == "contributes" else "nothing",',
        '"claim",',
        (
            f"{PATCHED}a_house_that_plays_among_bots_cannot_claim_anything",
            f"{PROOFS}a_house_among_bots_proves_nothing_about_itself",
        ),
    ),
    Break(
        "chose the cards by protocol 1, and verify does not say that nothing is proved",
        VERIFIER,
        'SeatProof(seat, "contributes", "older") if seat in given else SeatProof(seat, "untold", "nothing")',
        'SeatProof(seat, "contributes", "older")',
        (f"{PATCHED}a_house_that_plays_among_bots_cannot_claim_anything",),
        "Nobody but the house took part",
    ),
    Break(
        "verify says of nobody's part just that all is in order",
        "src/chieu/cli/commands/verify.py",
        'line("nobody", "yellow")',
        "pass",
        (f"{PATCHED}a_house_that_plays_among_bots_cannot_claim_anything",),
        "Nobody but the house took part",
    ),
    # An accomplice, a griefer.
    Break(
        "an accomplice withholds, and attempts are not counted",
        VERIFIER,
        'attempts = 1 + sum(void.freeze != "" or void.why in ("withheld", "older") for void in proof.voids)',
        "attempts = 1",
        (f"{PATCHED}an_accomplice_who_withholds_chooses_among_attempts_and_they_are_counted",),
    ),
    Break(
        "an accomplice withholds, and the record may leave attempts out",
        VERIFIER,
        "if [void.attempt for void in proof.voids] != list(range(proof.attempt)):",
        "if proof.attempt < 0:",
        (f"{PROOFS}a_void_attempt_cannot_be_told_otherwise",),
    ),
    Break(
        "a griefer's seat is barred with whoever sits there next",
        SHUFFLING,
        "if member not in sealing.committed:\n",
        "if member not in sealing.committed or seat in sealing.withheld:\n",
        (f"{TABLE}a_griefer_who_gets_up_hurts_nobody",),
    ),
    # The honest.
    Break(
        "a reload loses what was committed to",
        STORE,
        "contribution = coalesce(contribution, ?)",
        "contribution = ?",
        (f"{PATCHED}a_reload_between_commitment_and_reveal_loses_nothing", f"{PATCHED}two_tabs_are_one_contributor"),
    ),
    Break(
        "two devices fight over the commitment",
        CLIENT,
        "if known == commitment or (known is not None and kept.committed):",
        "if known == commitment:",
        (f"{PATCHED}a_second_device_replaces_the_commitment_and_they_do_not_fight",),
    ),
    Break(
        "a house that restarts blames who had yet to reveal",
        SHUFFLING,
        '_void(draft, "restart", again=state.phase != "between")',
        "_void_withheld(draft)",
        (
            f"{PATCHED}a_house_that_restarts_asks_again_and_blames_nobody",
            f"{TABLE}a_start_of_a_house_voids_what_was_pending",
        ),
    ),
    Break(
        "nobody but the host can leave somebody out",
        SHUFFLING,
        "if sealing.withheld.get(chair.member, 0) < LEAVE_OUT_AFTER:",
        "if sealing.withheld.get(chair.member, 0) < VOIDS_AT_MOST:",
        (
            f"{PATCHED}a_host_who_withholds_for_ever_is_left_out",
            f"{TABLE}others_can_leave_somebody_out_after_three_voids_be_it_the_host",
        ),
    ),
    # The second verifier.
    Break(
        "second verifier: another order of cards",
        SECOND,
        'raise Wrong("shuffle")',
        "pass",
        (f"{PROOFS}another_order_of_cards_does_not_hold",),
    ),
    Break(
        "second verifier: another seed",
        SECOND,
        'if sha256(fields(label, table, deal, str(number).encode(), seed)).hexdigest() != said["house"]:',
        "if not label:",
        (f"{PROOFS}a_house_that_opens_something_else_than_was_committed_to_is_found_out[the seed]",),
    ),
    Break(
        "second verifier: another contribution",
        SECOND,
        "if sha256(whole).hexdigest() != contributors[seat]:",
        "if not whole:",
        (f"{PROOFS}a_house_that_opens_something_else_than_was_committed_to_is_found_out[the contribution of seat 1]",),
    ),
    Break(
        "second verifier: another freeze before",
        SECOND,
        'raise Wrong("freeze")',
        "pass",
        (f"{PROOFS}freezes_of_one_deal_follow_on_each_other",),
    ),
    Break(
        "second verifier: somebody else deals",
        SECOND,
        'raise Wrong("record")',
        "pass",
        (f"{PROOFS}a_house_that_has_somebody_else_deal_is_found_out",),
    ),
    Break(
        "second verifier: somebody else played",
        SECOND,
        'if (seats[seat][0] == "bot" or seats[seat][-1] == "sits_out") != (name[0] == "bot" and len(name) > 1):',
        "if not name:",
        (f"{PATCHED}who_sits_out_is_fixed_before_the_order_is_known",),
    ),
)
