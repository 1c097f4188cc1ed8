"""PF-34, PF-37: what one address must not take from everybody."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

QUEUE_TESTS: Final = "tests/house/test_fair_queue.py::test_pf_37_"
SHARE_TESTS: Final = "tests/server/test_fair_share.py::test_pf_37_"
HOUSE_TESTS: Final = "tests/house/test_house.py::test_pf_37_"
LIMIT_TESTS: Final = "tests/server/test_limits.py::test_"
HOUSE: Final = "src/chieu/house/house.py"
SCHEDULE: Final = "src/chieu/house/schedule.py"
DOOR: Final = "src/chieu/server/http_protocol.py"
SOCKET: Final = "src/chieu/server/socket.py"
LIMITS: Final = "src/chieu/server/limits.py"
COACH: Final = "src/chieu/server/coach.py"
TABLE_API: Final = "src/chieu/server/table_api.py"
PROTOCOL: Final = "src/chieu/server/table_protocol.py"
_NETWORKS: Final = "_NETWORKS: Final = ((64, 1), (56, 2), (48, 4))"

BREAKS: Final = (
    # Tables of bots.
    Break(
        "tables of bots are woken in the order in which they are due",
        SCHEDULE,
        "self._due.put(self.payer(one), one)",
        "self._due.put(NOBODY, one)",
        (f"{QUEUE_TESTS}bots_of_many_tables_do_not_keep_one_table_waiting",),
    ),
    Break(
        "bots have all the time there is",
        SCHEDULE,
        "while now - began < most and (due := self._due.take()) is not None:",
        "while (due := self._due.take()) is not None:",
        (f"{QUEUE_TESTS}bots_of_many_tables_do_not_keep_one_table_waiting",),
    ),
    Break(
        "a table that takes long costs as much as any",
        SCHEDULE,
        "self._due.charge(payer, max(_LEAST_COST, now - before))",
        "self._due.charge(payer, _LEAST_COST)",
        (f"{QUEUE_TESTS}tables_that_take_longer_have_their_turn_less_often",),
    ),
    Break(
        "bots that nobody watches hurry",
        SCHEDULE,
        "self.arm(table, when if when is None or watched else max(when, self._clock.now() + UNWATCHED))",
        "self.arm(table, when)",
        (f"{QUEUE_TESTS}bots_that_nobody_watches_take_their_time",),
    ),
    Break(
        "who was quiet has saved up",
        "src/chieu/house/fair_queue.py",
        "self._had[share.key] = max(self._had.get(share.key, 0.0), self._now) + cost / share.shares",
        "self._had[share.key] = self._had.get(share.key, 0.0) + cost / share.shares",
        (f"{QUEUE_TESTS}nobody_saves_up",),
    ),
    Break(
        "a site of many networks is many guests",
        "src/chieu/house/fair_queue.py",
        "return max(self._now, *[self._had.get(share.key, 0.0) for share in payer])",
        "return max(self._now, *[self._had.get(share.key, 0.0) for share in payer[:1]])",
        (f"{QUEUE_TESTS}many_networks_of_one_site_are_not_many_guests",),
    ),
    # The coach.
    Break(
        "the coach is asked in the order of asking",
        COACH,
        "self._questions.put(payer, _Waiting(partial(work, *question), answer))",
        'self._questions.put((payer[0]._replace(key=""),), _Waiting(partial(work, *question), answer))',
        (f"{SHARE_TESTS}one_address_cannot_take_the_coach_from_everybody",),
    ),
    Break(
        "who takes all places of the coach keeps them",
        COACH,
        "given_up = self._questions.give_up_last(payer)",
        "given_up = None",
        (f"{SHARE_TESTS}one_address_cannot_take_the_coach_from_everybody",),
    ),
    # Caps.
    Break(
        "what is written for an address has no end",
        SOCKET,
        "elif self._sockets.budget.exhausted(self._payer):",
        "elif not self._payer:",
        (f"{SHARE_TESTS}what_is_written_for_an_address_is_limited_however_slowly_it_comes",),
    ),
    Break(
        "bots write on for who has no entries left",
        SCHEDULE,
        "if self._budget is not None and self._budget.exhausted(payer):",
        "if not payer:",
        (f"{QUEUE_TESTS}bots_of_who_has_written_too_much_wait_and_those_of_others_play_on",),
    ),
    Break(
        "chat costs no more than a move",
        SOCKET,
        "{Hello: 4, Say: 4,",
        "{Hello: 4, Say: 1,",
        (f"{LIMIT_TESTS}pf_37_what_is_kept_for_long_costs_more_than_a_move",),
    ),
    Break(
        "people talk as fast as they like",
        "src/chieu/table/decide.py",
        "if len(spoke) == SPOKE_REMEMBERED and draft.now - spoke[0] < SPEAK_WITHIN:",
        "if len(spoke) > SPOKE_REMEMBERED:",
        ("tests/table/test_tables.py::test_pf_7_nobody_can_flood_the_chat",),
    ),
    Break(
        "a deal is talked to without end",
        "src/chieu/table/checks.py",
        "return state.asides >= ASIDES_AT_MOST or own >= OWN_ASIDES_AT_MOST",
        "return own < 0",
        ("tests/table/test_snapshots.py::test_pf_36_what_happens_beside_the_moves_of_a_deal_is_limited",),
    ),
    Break(
        "a guest opens tables without end",
        TABLE_API,
        "if not (self._by_guest.take(guest, now) and self._by_address.take_all(payer, now)):",
        "if not self._by_address.take_all(payer, now):",
        (f"{LIMIT_TESTS}tables_of_one_guest_are_counted",),
    ),
    Break(
        "an address opens tables without end",
        TABLE_API,
        "if not (self._by_guest.take(guest, now) and self._by_address.take_all(payer, now)):",
        "if not self._by_guest.take(guest, now):",
        (f"{LIMIT_TESTS}tables_of_one_guest_are_counted",),
    ),
    Break(
        "everybody together opens tables without end",
        TABLE_API,
        'if not self._by_all.take("", now):',
        "if not now:",
        (f"{SHARE_TESTS}everybody_together_opens_so_many_a_minute",),
    ),
    Break(
        "tables in memory have no end",
        HOUSE,
        "        if len(self._actors) >= self._tables_at_most:\n            raise HouseFull",
        "        if self._tables_at_most < 0:\n            raise HouseFull",
        (f"{SHARE_TESTS}a_house_with_too_many_tables_opens_no_more",),
    ),
    Break(
        "old tables that are looked at stay in memory",
        HOUSE,
        "            self._make_room()  # nobody is turned away from a table that there is already\n",
        "",
        (f"{HOUSE_TESTS}old_tables_that_are_looked_at_do_not_fill_the_house",),
    ),
    # Connections.
    Break(
        "pings cost nothing",
        PROTOCOL,
        "return self._pings > PINGS_AT_ONCE",
        "return self._pings < 0",
        (f"{SHARE_TESTS}pings_are_counted_and_handshakes_are_requests",),
    ),
    Break(
        "upgrades cost nothing",
        SOCKET,
        "if not self._requests.take_all(payer, time.monotonic()):",
        "if not payer:",
        (f"{SHARE_TESTS}pings_are_counted_and_handshakes_are_requests",),
    ),
    Break(
        "half-sent requests stay",
        DOOR,
        'self._late = self.loop.call_later(REQUEST_WITHIN_S, self.cut, "half_sent")',
        'self._late = self.loop.call_later(3600, self.cut, "half_sent")',
        (f"{SHARE_TESTS}half_sent_requests_are_cut_off",),
    ),
    Break(
        "a request that comes in drops buys time",
        DOOR,
        "        if self._late is None:\n            self._late = ",
        "        self._request_is_here()\n        if self._late is None:\n            self._late = ",
        (f"{SHARE_TESTS}a_request_that_comes_in_drops_does_not_buy_time",),
    ),
    Break(
        "slow connections of many addresses take all places",
        DOOR,
        "if len(self._half_sent) > self._most * HALF_SENT:",
        "if not self._most:",
        (f"{SHARE_TESTS}slow_connections_of_many_addresses_keep_nobody_out",),
    ),
    Break(
        "IPv6: each address of a /64 is one guest",
        LIMITS,
        _NETWORKS,
        "_NETWORKS: Final = ((128, 1), (56, 2), (48, 4))",
        (f"{SHARE_TESTS}ipv6_is_counted_by_its_networks",),
        "one /64 is one address",
    ),
    Break(
        "IPv6: each /64 of a /56 is one guest",
        LIMITS,
        _NETWORKS,
        "_NETWORKS: Final = ((64, 1), (48, 4))",
        (f"{SHARE_TESTS}ipv6_is_counted_by_its_networks",),
        "a /56 is two",
    ),
    Break(
        "IPv6: each /56 of a /48 is one guest",
        LIMITS,
        _NETWORKS,
        "_NETWORKS: Final = ((64, 1), (56, 2))",
        (f"{SHARE_TESTS}ipv6_is_counted_by_its_networks",),
        "a /48 is four",
    ),
    Break(
        "a full house takes one more",
        DOOR,
        "if self.open >= self._most:",
        "if not self._most:",
        (f"{SHARE_TESTS}there_are_so_many_places_and_no_more",),
    ),
    Break(
        "a crowd leaves no place for newcomers",
        DOOR,
        "if crowded and self._places.taken(payer) >= FEW:",
        "if not crowded and not self._most:",
        (f"{SHARE_TESTS}a_full_house_says_so_at_once_and_keeps_places_for_newcomers",),
    ),
    Break(
        "a full house says nothing",
        DOOR,
        "            self._turn_away(self._refusal)\n            return",
        "            return",
        (f"{SHARE_TESTS}a_full_house_says_so_at_once_and_keeps_places_for_newcomers",),
    ),
)
