"""PF-8, PF-9, PF-10: what people who are away, silent or not wanted must not do to a table."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

HOSTING_TESTS: Final = "tests/table/test_hosting.py::test_pf_8_"
AWAY_TESTS: Final = "tests/table/test_away.py::test_pf_"
HOSTING: Final = "src/chieu/table/hosting.py"
CHECKS: Final = "src/chieu/table/checks.py"
SEATING: Final = "src/chieu/table/seating.py"
DECIDE: Final = "src/chieu/table/decide.py"
PROGRESS: Final = "src/chieu/table/progress.py"

BREAKS: Final = (
    Break(
        "a seated stranger who never moves cannot be freed in a deal",
        HOSTING,
        "    _not_while_shuffling(state)\n    draft.add(Unseated(command.seat",
        "    between_deals(state, command)\n    draft.add(Unseated(command.seat",
        (f"{HOSTING_TESTS}somebody_who_never_moves_freezes_no_deal",),
    ),
    Break(
        "ghosts fill a table for good",
        SEATING,
        "if number not in kept and member_line(number) not in state.ledger",
        "if number not in kept and member_line(number) not in state.ledger and not present(member)",
        (f"{HOSTING_TESTS}however_many_watch_they_keep_no_friend_out",),
        "table_full",
    ),
    Break(
        "ghosts take the place of who has chips here",
        SEATING,
        "if number not in kept and member_line(number) not in state.ledger",
        "if number not in kept",
        (f"{HOSTING_TESTS}however_many_watch_they_keep_no_friend_out",),
        "who has chips here is remembered",
    ),
    Break(
        "a creator who is offline for some seconds loses the seat",
        CHECKS,
        "if chair.member == state.owner and member != state.owner:",
        "if chair.member is None:",
        (f"{HOSTING_TESTS}the_owners_place_is_kept_and_given_back",),
    ),
    Break(
        "a creator who is offline for some seconds loses the table",
        CHECKS,
        'if member != state.owner:\n        raise Refusal("owner_only"',
        'if member != host(state):\n        raise Refusal("owner_only"',
        (f"{HOSTING_TESTS}the_owners_place_is_kept_and_given_back",),
    ),
    Break(
        "a creator who is offline for some seconds hands the table over by that",
        "src/chieu/table/fold_hosting.py",
        "replace(member, lost=entry.at, losses=member.losses + 1))",
        "replace(member, lost=entry.at, losses=member.losses + 1))\n    state = replace(state, owner=1)",
        (f"{HOSTING_TESTS}the_owners_place_is_kept_and_given_back",),
    ),
    Break(
        "anybody frees seats",
        HOSTING,
        "    host_only(state, member)\n    chair = chair_at(state, command.seat)\n    if chair.member is None or",
        "    chair = chair_at(state, command.seat)\n    if chair.member is None or",
        (f"{HOSTING_TESTS}only_people_can_be_freed_and_not_by_anybody_nor_from_their_own_seat",),
    ),
    Break(
        "a freed seat keeps seeing its hand",
        SEATING,
        "if chair.member == member and not chair.freed:",
        "if chair.member == member:",
        (f"{HOSTING_TESTS}a_seat_freed_in_a_deal_is_played_to_the_end_for_its_persons_chips",),
    ),
    Break(
        "a locked table lets everybody in",
        DECIDE,
        "if state.locked:",
        "if not state.members:",
        (f"{HOSTING_TESTS}nobody_new_joins_a_locked_table_and_members_come_back",),
    ),
    Break(
        "anybody hands the table over",
        HOSTING,
        "    owner_only(state, member)\n    target = _member(state, command.member, command)\n"
        '    if target == member:\n        raise Refusal("no_change")',
        "    target = _member(state, command.member, command)\n"
        '    if target == member:\n        raise Refusal("no_change")',
        (f"{HOSTING_TESTS}the_host_hands_the_table_over",),
    ),
    Break(
        "a table is handed to somebody who is gone",
        HOSTING,
        "if not present(state.members[target]):",
        "if not state.members:",
        (f"{HOSTING_TESTS}a_table_is_handed_to_somebody_who_is_here",),
    ),
    Break(
        "nobody goes on without somebody who does not move",
        HOSTING,
        "if waited < patience:",
        "if patience:",
        (
            f"{HOSTING_TESTS}the_host_lets_a_deal_go_on_without_somebody_who_does_not_move",
            f"{HOSTING_TESTS}a_host_who_does_not_move_holds_up_nobody_for_ever",
        ),
    ),
    Break(
        "a host who does not move holds up everybody",
        HOSTING,
        "own_seat(state, member)\n            patience = PATIENCE_WITH_HOST",
        "host_only(state, member)",
        (f"{HOSTING_TESTS}a_host_who_does_not_move_holds_up_nobody_for_ever",),
    ),
    Break(
        "a host who is never ready holds up everybody",
        HOSTING,
        "if chair.member == host(state) and not chair.ready:",
        "if chair.member is None:",
        (f"{HOSTING_TESTS}a_host_who_is_never_ready_holds_up_nobody_for_ever",),
    ),
    Break(
        "who sits out plays for a stake all the same",
        SEATING,
        "return bot_line(seat) if state.deal is not None and seat in state.deal.out else ledger_line(state, seat)",
        "return ledger_line(state, seat)",
        (f"{HOSTING_TESTS}a_deal_begins_without_somebody_for_no_stake_of_theirs",),
    ),
    Break(
        "a renewed link opens the table as before",
        SEATING,
        "return key == state.key or not state.key or member_of(state, guest) is not None",
        "return True",
        (
            f"{HOSTING_TESTS}after_the_link_is_renewed_newcomers_need_its_key_and_members_notice_nothing",
            "tests/house/test_house.py::test_pf_8_an_old_link_opens_nothing_and_members_go_on",
            "tests/server/test_http.py::test_pf_8_an_old_link_opens_no_page_of_the_table_either",
        ),
    ),
    Break(
        "who came by the old link goes on watching",
        "src/chieu/house/audience.py",
        "if state.key and not admits(state, subscriber.guest, subscriber.key):",
        "if not state.members:",
        ("tests/house/test_house.py::test_pf_8_an_old_link_opens_nothing_and_members_go_on",),
    ),
    Break(
        "the old link opens records and books",
        "src/chieu/server/table_access.py",
        'raise HttpRefusal(404, "old_link", "PF-8") from None',
        "pass",
        ("tests/server/test_http.py::test_pf_8_an_old_link_opens_no_page_of_the_table_either",),
    ),
    Break(
        "a bot plays for who was away for 20 seconds",
        PROGRESS,
        "return None if lost is None else lost + 1000 * state.wait",
        "return None if lost is None else lost + 20_000",
        (f"{AWAY_TESTS}9_without_a_clock_who_lost_the_connection_is_waited_for_five_minutes",),
    ),
    Break(
        "who comes back is not told what was done for them",
        "src/chieu/table/views.py",
        "None if viewer is None else _played_for(deal, viewer),",
        "None,",
        (f"{AWAY_TESTS}9_who_comes_back_is_told_what_was_done_for_them",),
    ),
    Break(
        "a friend who closes the tab between deals is waited for",
        PROGRESS,
        "if state.chairs[seat].member is not None and not skipped(state, seat)]",
        "if state.chairs[seat].member is not None]",
        (f"{AWAY_TESTS}9_nobody_who_is_away_holds_up_the_beginning_of_a_deal",),
        "between",
    ),
    Break(
        "nobody looks again when a friend closes the tab and all others are ready",
        DECIDE,
        "draft.add(Lost(number, at=now))\n        deal_if_all_ready(draft)",
        "draft.add(Lost(number, at=now))",
        (f"{AWAY_TESTS}9_nobody_who_is_away_holds_up_the_beginning_of_a_deal",),
        "between",
    ),
    Break(
        "what the rules were is not kept",
        "src/chieu/table/fold_hosting.py",
        "return replace(state, rules_before=None if same else before)",
        "return replace(state, rules_before=None)",
        (f"{AWAY_TESTS}10_what_the_rules_were_is_known_until_the_first_deal_by_the_new_ones_is_over",),
    ),
    Break(
        "start with three only cuts the seats",
        HOSTING,
        "    if command.deal:\n        freeze(draft)",
        "    if command.deal:\n        pass",
        (f"{HOSTING_TESTS}start_with_three_cuts_the_free_seats_and_deals",),
    ),
)
