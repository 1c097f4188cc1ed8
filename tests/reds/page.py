"""The jams that people met, in Chromium: PF-8, PF-9, PF-10 by what friends and hosts press, PF-44 by taps."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

POWERS: Final = "tests/e2e/test_powers.py::test_pf_"
TAPS: Final = "tests/e2e/test_taps.py::test_pf_44_"
PROGRESS: Final = "src/chieu/table/progress.py"
DECIDE: Final = "src/chieu/table/decide.py"
HOSTING: Final = "src/chieu/table/hosting.py"
HOLD: Final = "web/src/live/hold.svelte.ts"
NOTICES: Final = "web/src/hosting/Notices.svelte"
PEOPLE: Final = "web/src/hosting/People.svelte"
BUTTONS: Final = "web/src/hosting/powers.ts"
BETWEEN: Final = "web/src/table/Between.svelte"

BREAKS: Final = (
    # A friend goes.
    Break(
        "a friend who closes the tab between deals is waited for",
        PROGRESS,
        "if state.chairs[seat].member is not None and not skipped(state, seat)]",
        "if state.chairs[seat].member is not None]",
        (f"{POWERS}9_a_friend_who_closes_the_tab_between_deals_holds_up_nobody",),
        "the table stands still",
    ),
    Break(
        "nobody is told who is missing",
        BETWEEN,
        'const gone = missing.length ? h("lobby.missing", { names: names(missing) }) : "";',
        'const gone = "";',
        (f"{POWERS}9_a_friend_who_closes_the_tab_between_deals_holds_up_nobody",),
        "to_be_visible",
    ),
    Break(
        "nobody looks again when a friend closes the tab and all others are ready",
        DECIDE,
        "draft.add(Lost(number, at=now))\n        deal_if_all_ready(draft)",
        "draft.add(Lost(number, at=now))",
        (f"{POWERS}9_everybody_else_was_ready_already_when_the_friend_closed_the_tab",),
        "the table stands still for ever",
    ),
    Break(
        "a bot plays for who was away for 20 seconds",
        PROGRESS,
        "return None if lost is None else lost + 1000 * state.wait",
        "return None if lost is None else lost + 15_000",
        (f"{POWERS}9_twenty_seconds_away_without_a_clock_and_what_is_told_on_return",),
        "a bot plays, though there is no clock",
    ),
    Break(
        "who comes back is not told what was done for them",
        NOTICES,
        "{#if played}",
        "{#if played && !own}",
        (f"{POWERS}9_twenty_seconds_away_without_a_clock_and_what_is_told_on_return",),
    ),
    # Rules that change under people.
    Break(
        "rules change and no banner says so",
        NOTICES,
        "before && before.member !== session.member && !read.includes(rulesKey) ? before : null",
        "before && before.member === session.member && !read.includes(rulesKey) ? before : null",
        (f"{POWERS}10_rules_that_change_under_people_are_shown_to_them_until_they_know",),
    ),
    Break(
        "the banner does not say what was and what is",
        NOTICES,
        "(sheet) => show(sheet.changes.map((one) => line(one.about, one.before, one.after))),",
        "() => show([]),",
        (f"{POWERS}10_rules_that_change_under_people_are_shown_to_them_until_they_know",),
    ),
    Break(
        "the banner comes back after it was read",
        NOTICES,
        'sessionStorage.setItem("chieu.read", JSON.stringify(read));',
        "",
        (f"{POWERS}10_rules_that_change_under_people_are_shown_to_them_until_they_know",),
    ),
    # The host's buttons.
    Break(
        "a stranger who never moves keeps the seat",
        HOSTING,
        "    _not_while_shuffling(state)\n    draft.add(Unseated(command.seat",
        "    between_deals(state, command)\n    draft.add(Unseated(command.seat",
        (f"{POWERS}8_a_stranger_who_never_moves_is_freed_and_the_deal_goes_on",),
        "the stranger keeps the seat",
    ),
    Break(
        "no button frees a seat",
        BUTTONS,
        "if (info && session.host && (owner || isAbsent(info)) && member !== (table.owner ?? 0))",
        "if (info && session.host && isAbsent(info) && member !== (table.owner ?? 0))",
        (f"{POWERS}8_a_stranger_who_never_moves_is_freed_and_the_deal_goes_on",),
        "to_be_visible",
    ),
    Break(
        "the button that locks unlocks",
        PEOPLE,
        '{ type: "lock", on: !table.locked }',
        '{ type: "lock", on: Boolean(table.locked) }',
        (f"{POWERS}8_an_old_link_opens_nothing_and_the_new_one_does",),
        "not locked",
    ),
    Break(
        "who came by the old link goes on watching",
        "src/chieu/house/audience.py",
        "if state.key and not admits(state, subscriber.guest, subscriber.key):",
        "if not state.members:",
        (f"{POWERS}8_an_old_link_opens_nothing_and_the_new_one_does",),
        "who came by the old link still sees the table",
    ),
    Break(
        "no button hands the table over",
        BUTTONS,
        "if (owner && !isAbsent(info)) found.push",
        "if (owner && isAbsent(info)) found.push",
        (f"{POWERS}8_the_table_is_handed_over_and_a_deal_begins_without_somebody",),
        "to_be_visible",
    ),
    Break(
        "nobody is told that the table is theirs",
        NOTICES,
        'gone = "seat.owner_now";',
        "gone = null;",
        (f"{POWERS}8_the_table_is_handed_over_and_a_deal_begins_without_somebody",),
    ),
    Break(
        "no button sits somebody out",
        BUTTONS,
        "!info.out && (session.host || (mayGoOn && !info.ready))",
        "!info.out && !session.host && mayGoOn && !info.ready",
        (f"{POWERS}8_the_table_is_handed_over_and_a_deal_begins_without_somebody",),
        "to_be_visible",
    ),
    Break(
        "no button starts with three",
        BETWEEN,
        "{#if startable}",
        "{#if startable && taken > 3}",
        (f"{POWERS}8_start_with_three",),
        "to_be_visible",
    ),
    Break(
        "start with three only cuts the seats",
        BETWEEN,
        '{ type: "cut_seats", deal: true }',
        '{ type: "cut_seats", deal: false }',
        (f"{POWERS}8_start_with_three",),
        "no deal begins",
    ),
    # Taps.
    Break(
        "a second tap draws a second card",
        HOLD,
        "export const IN_SIGHT = 350;",
        "export const IN_SIGHT = 0;",
        (f"{TAPS}two_taps_do_one_thing_in_every_game[xidach-reduce]",),
        "two taps",
    ),
    Break(
        "a tap while cards still fly draws a second card",
        HOLD,
        "export const IN_SIGHT = 350;",
        "export const IN_SIGHT = 0;",
        (f"{TAPS}a_tap_while_cards_still_fly_is_for_what_was_on_the_screen",),
        "draw",
    ),
    Break(
        "live controls on a slow line",
        HOLD,
        "    this.asked = true;\n    this.on = true;",
        "    this.asked = true;",
        (f"{TAPS}two_taps_do_one_thing_on_a_slow_line[xidach]",),
        "two taps",
    ),
    Break(
        "a key that is held down presses again",
        "web/src/look/commanding.svelte.ts",
        "if (event.repeat && (event.key",
        "if (event.isComposing && (event.key",
        (f"{TAPS}a_key_that_is_held_down_does_one_thing[0]",),
    ),
    Break(
        "what was asked before the line broke is lost",
        "web/src/live/link.ts",
        "for (const { raw } of this.pending.values()) socket.send(raw);",
        "",
        (f"{TAPS}what_was_asked_before_the_line_broke_is_done_once_and_the_buttons_come_back",),
        "the deal never came",
    ),
    Break(
        "after a refusal the buttons stay dead",
        "web/src/live/session.svelte.ts",
        "      hold.end(due);\n      return false;",
        "      return false;",
        (f"{TAPS}a_refusal_gives_the_buttons_back_and_a_slow_line_is_seen_and_read",),
        "the buttons stay dead",
    ),
    Break(
        "a slow line is not seen",
        "web/src/look/commanding.svelte.ts",
        'setTimeout(() => place.setAttribute("data-waiting", ""), LASTS)',
        "setTimeout(() => undefined, LASTS)",
        (f"{TAPS}a_refusal_gives_the_buttons_back_and_a_slow_line_is_seen_and_read",),
        "to_be_visible",
    ),
)
