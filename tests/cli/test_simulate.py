"""`chieu simulate`: the statistics match the deals played."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb, isclose
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from chieu.arena.simulation import Simulation, simulate
from chieu.arena.statistics import Mean, wilson
from chieu.bots import Random, bots_of
from chieu.core import records
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.core.run import make_bots, shuffler
from chieu.games import all_games, load
from chieu.template import GAME as HIGH_CARD
from tests.cli.running import Here

XIDACH = load("xidach")


def payoffs(path: Path) -> list[tuple[int, ...]]:
    with path.open(encoding="utf-8") as file:
        return [record.result for record in records.read(all_games(), file)]


def test_json_agrees_with_the_records(chieu: Here, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    words = ("simulate", "xidach", "--deals", "60", "--seats", "3", "--bots", "heuristic,random", "--seed", "5")
    result = chieu(*words, "--records", str(path), "--json")
    assert (result.code, result.err) == (0, "")
    report = json.loads(result.out)
    results = payoffs(path)
    assert report["deals"] == len(results) == 60
    assert [seat["bot"] for seat in report["seats"]] == ["heuristic", "random", "heuristic"]
    for seat, row in enumerate(report["seats"]):
        chips = [result[seat] for result in results]
        assert row["total"] == sum(chips)
        assert isclose(row["mean"], mean(chips))
        assert isclose(row["high"] - row["mean"], 1.959964 * stdev(chips) / 60**0.5, rel_tol=1e-6)
        assert isclose(row["wins"], sum(gain > 0 for gain in chips) / 60)
        assert isclose(row["wins"] + row["pushes"] + row["losses"], 1)
    both = [(result[0] + result[2]) / 2 for result in results]
    heuristic = report["bots"][0]
    assert (heuristic["bot"], heuristic["seats"]) == ("heuristic", 2)
    assert isclose(heuristic["mean"], mean(both))
    assert isclose(heuristic["high"] - heuristic["mean"], 1.959964 * stdev(both) / 60**0.5, rel_tol=1e-6)


def test_labels_are_counted_with_their_share_of_deals(chieu: Here) -> None:
    report = json.loads(chieu("simulate", "xidach", "--deals", "40", "--seats", "3", "--json").out)
    counts: Counter[str] = Counter()
    with_it: Counter[str] = Counter()
    match = None
    for number in range(40):
        bots = make_bots([bots_of(XIDACH)["heuristic"]] * 3, XIDACH.presets["room"], 1, number)
        deal = Deal.among(XIDACH, XIDACH.presets["room"], bots, shuffler(1, number), match)
        match = XIDACH.match_after(deal.state)
        counts.update(XIDACH.extras.tally(deal.state))
        with_it.update(set(XIDACH.extras.tally(deal.state)))
    assert {row["label"]: (row["count"], row["deals"]) for row in report["tally"]} == {
        label: (counts[label], with_it[label]) for label in counts
    }
    for row in report["tally"]:
        assert (row["low"], row["high"]) == wilson(row["deals"], 40)
        assert row["low"] <= row["share"] <= row["high"]


def test_a_game_without_labels_is_counted_by_its_actions() -> None:
    simulation = simulate(HIGH_CARD, HIGH_CARD.presets["home"], [("random", Random)] * 3, deals=40)
    counts = {label: count for label, count, *_ in simulation.labels()}
    assert counts.keys() == {"keep", "swap"}
    assert sum(counts.values()) == 3 * 40


def test_any_deal_can_be_made_again(chieu: Here, tmp_path: Path) -> None:
    """Deal k of a seed is the same alone and after all the others."""
    path = tmp_path / "deals.txt"
    chieu(
        "simulate", "xidach", "--deals", "5", "--seats", "2", "--seed", "9", "--bots", "random", "--records", str(path)
    )
    with path.open(encoding="utf-8") as file:
        record = list(records.read(all_games(), file))[3]
    assert record.notes[-1] == "seed 9 deal 3"
    bots = make_bots([bots_of(XIDACH)["random"]] * 2, record.rules, 9, 3)
    assert Deal.among(XIDACH, record.rules, bots, shuffler(9, 3), record.match).moves == record.moves


def test_every_bot_of_every_deal_has_its_own_rng() -> None:
    """No two seats or deals, nor the cards, share an RNG stream."""
    words = []

    def maker(rules: Any, seat: int, rng: Rng) -> Random:
        words.append(rng.word())
        return Random(rules, seat, rng)

    for number in range(50):
        make_bots([maker] * 4, None, 1, number)
        words.append(Rng(1, number).word())
    assert len(set(words)) == 250


def test_the_same_seed_plays_the_same_and_another_does_not(chieu: Here) -> None:
    def told(*words: str) -> Any:
        out = json.loads(chieu("simulate", "xidach", "--deals", "50", "--json", *words).out)
        return out["seats"], out["tally"]

    assert told("--seed", "4") == told("--seed", "4")
    assert told("--seed", "4") != told("--seed", "5")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_preset_and_bot_can_be_simulated(chieu: Here, game: Any) -> None:
    for preset in game.presets:
        result = chieu(
            "simulate", game.name, "--preset", preset, "--deals", "3", "--bots", ",".join(bots_of(game)), "--json"
        )
        assert (result.code, result.err) == (0, "")
        assert sum(seat["total"] for seat in json.loads(result.out)["seats"]) == 0


def test_the_table_for_people(chieu: Here) -> None:
    result = chieu("simulate", "xidach", "--deals", "20", "--seats", "2")
    assert result.lines[0].startswith("Xì Dách · room · 2 seats · 20 deals · seed 1 · ")
    assert [line.split()[0] for line in result.lines[2:5]] == ["seat", "1", "2"]
    assert any(line.startswith("player.win ") for line in result.lines)


def test_house_rules_change_the_game(chieu: Here) -> None:
    words = ("simulate", "xidach", "--deals", "200", "--seats", "2", "--json")
    usual, careful = (json.loads(chieu(*words, *more).out) for more in ((), ("--set", "dealer_must_draw_below=20")))
    assert usual["sheet"] == "room"
    assert careful["sheet"] == "room~dd20"
    assert usual["seats"] != careful["seats"]


def test_stopping_early_reports_the_deals_played() -> None:
    simulation = Simulation(XIDACH, XIDACH.presets["room"], [("random", bots_of(XIDACH)["random"])] * 2)
    for _ in islice(simulation.run(), 7):
        pass
    assert simulation.deals == simulation.seats[0].sums.count == 7


def test_ctrl_c_reports_the_deals_played(chieu: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: Simulation) -> Iterator[Deal]:
        yield from islice(whole(self), 7)
        raise KeyboardInterrupt

    whole = Simulation.run
    monkeypatch.setattr(Simulation, "run", run)
    assert json.loads(chieu("simulate", "xidach", "--deals", "100", "--json").out)["deals"] == 7


def test_ctrl_c_reaches_callers_of_the_library() -> None:
    class Interrupts:
        def __init__(self, rules: Any, seat: int, rng: Rng) -> None: ...

        def see(self, fact: Any) -> None: ...

        def act(self, view: Any, legal: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(XIDACH, XIDACH.presets["room"], [("rude", Interrupts)] * 2, 3)


def test_matches_are_carried_on(chieu: Here, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    chieu("simulate", "xidach", "--deals", "4", "--seats", "3", "--set", "next_dealer=rotate", "--records", str(path))
    with path.open(encoding="utf-8") as file:
        assert [record.match.dealer for record in records.read(all_games(), file)] == [0, 1, 2, 0]


def test_wilson_covers_what_it_promises() -> None:
    """The interval covers every true share in about 95 % of trials, computed exactly."""
    count = 40
    for percent in range(5, 100, 5):
        share = percent / 100
        coverage = sum(
            comb(count, hits) * share**hits * (1 - share) ** (count - hits)
            for hits in range(count + 1)
            if wilson(hits, count)[0] <= share <= wilson(hits, count)[1]
        )
        assert coverage > 0.92
    assert wilson(0, 0) == (0.0, 1.0)
    assert Mean().interval() == (0.0, 0.0)


def test_simulated_hands_of_niu_niu_meet_the_exact_counts(chieu: Here) -> None:
    """NN-10: `simulate` counts multiples as the full enumeration does."""
    from chieu.games.niuniu import hands

    niuniu = load("niuniu")
    exact = hands.counts(niuniu.presets["custom"])
    report = json.loads(
        chieu("simulate", "niuniu", "--deals", "5000", "--seats", "4", "--bots", "random", "--json").out
    )
    seen = {row["label"]: row["count"] for row in report["tally"]}
    for multiple, count in exact.items():
        share = count / comb(52, 5)
        spread = (20_000 * share * (1 - share)) ** 0.5
        # hands of one deal come from one deck, which only narrows the spread; five of it is one in a million
        assert abs(seen.get(f"multiple.{multiple}", 0) - 20_000 * share) < 5 * spread


OWN = """
from chieu.games.xidach.messages import Stand

class Careful:
    def __init__(self, rules, seat, luck):
        assert rules.compare
    def see(self, fact):
        pass
    def act(self, view, legal):
        return Stand() if Stand() in legal else legal[0]

class Cheat(Careful):
    def act(self, view, legal):
        return Stand()
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Write a module with bots to the working directory."""
    name = f"mybots_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield name
    sys.modules.pop(name, None)


def test_a_bot_of_the_users_module_plays(chieu: Here, own: str) -> None:
    result = chieu("simulate", "xidach", "--bots", f"{own}:Careful,heuristic", "--deals", "20", "--json")
    assert (result.code, result.err) == (0, "")
    assert [seat["bot"] for seat in json.loads(result.out)["seats"]] == [f"{own}:Careful", "heuristic"] * 2
    result = chieu("play", "xidach", "--bots", f"{own}:Careful", "--seats", "2", "--seed", "1")
    assert (result.code, result.err) == (0, "")
    assert f"1: Bot 1 ({own}:Careful)" in result.out


def test_an_illegal_move_of_a_users_bot_is_reported(chieu: Here, own: str) -> None:
    result = chieu("simulate", "xidach", "--bots", f"{own}:Cheat", "--deals", "20")
    assert result.code == 2
    assert "a bot did what the rules do not allow: " in result.err
    assert "(XD-" in result.err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere:Bot", "no module 'nowhere' was found, nor in "),
        (":Bot", "no module '' was found"),
        ("{own}:", "has no class or function ''"),
        ("{own}:Nobody", "has no class or function 'Nobody'"),
        ("{own}:__name__", "has no class or function '__name__'"),
    ],
)
def test_a_missing_bot_is_reported(chieu: Here, own: str, name: str, message: str) -> None:
    result = chieu("simulate", "xidach", "--bots", name.format(own=own), "--deals", "1")
    assert result.code == 2
    assert message in result.err


def test_nn_22_the_house_is_reported_as_a_seat_not_as_a_bot(chieu: Here) -> None:
    words = (
        "simulate",
        "niuniu",
        "--preset",
        "paytable",
        "--deals",
        "40",
        "--seats",
        "3",
        "--bots",
        "random,heuristic",
    )
    report = json.loads(chieu(*words, "--json").out)
    assert [seat["bot"] for seat in report["seats"]] == ["random", "heuristic", "house"]
    assert [(bot["bot"], bot["seats"]) for bot in report["bots"]] == [("random", 1), ("heuristic", 1)]
    assert sum(seat["total"] for seat in report["seats"]) == 0
    assert report["seats"][2]["total"] != 0
