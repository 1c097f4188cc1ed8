"""Sees that tests can fail: breaks the code in one small way at a time, and runs the tests that must notice.

    python -m tests.reds                    all groups but those that take a browser
    python -m tests.reds page               one group, or several
    python -m tests.reds shuffle reveals    the breaks of a group that have a word in their name

Everything is done in a copy of the tree, which is thrown away. The unbroken code is tried first. Fails if a break goes
unnoticed, if a test fails by something else than an assertion, or if what a break changes is no longer there.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.reds.breaks import GROUPS, WITH_A_BROWSER, Break, breaks_of, needs_a_page
from tests.reds.copied_tree import CopiedTree, Rotten, copy_tree, is_of, noticed

ROOT = Path(__file__).parent.parent.parent


def chosen(words: Sequence[str]) -> list[tuple[str, Break]]:
    """The breaks that words ask for: groups by name, and of those the breaks with any of the other words."""
    groups = [word for word in words if word in GROUPS]
    others = [word for word in words if word not in GROUPS]
    usual = GROUPS if others else [group for group in GROUPS if group not in WITH_A_BROWSER]
    found = [(group, one) for group in groups or usual for one in breaks_of(group)]
    return [(group, one) for group, one in found if not others or any(word in one.name for word in others)]


def tried(tree: CopiedTree, one: Break) -> tuple[bool, str]:
    """Whether a break was seen, and what was said of it."""
    try:
        with tree.broken(one):
            faults = tree.faults(one.tests, at_most=len(one.tests))
            if needs_a_page(one.tests) and not noticed(one, faults):  # a browser may be late on a busy machine
                faults = tree.faults(one.tests, at_most=len(one.tests))
    except Rotten as why:
        return False, f"cannot be made: {why}"
    told = " | ".join(f"{fault.test}: {fault.said}" for fault in faults)
    if noticed(one, faults):
        return True, f"{faults[0].at} {faults[0].said}"
    return False, f"went red elsewhere: {told}" if told else "unnoticed"


def run(tree: CopiedTree, breaks: Sequence[tuple[str, Break]]) -> int:
    """Tries them all and tells of each; the exit code."""
    tests = list(dict.fromkeys(test for _, one in breaks for test in one.tests))
    began = time.monotonic()
    if needs_a_page(tests):
        tree.build_page()
    faults = tree.faults(tests)
    if faults and needs_a_page(tests):
        faults = tree.faults([test for test in tests if any(is_of(fault, test) for fault in faults)] or tests)
    if faults:
        for fault in faults:
            say(f"NOT GREEN  {fault.test}: {fault.said}")
        return 1
    say(f"green: {len(tests)} tests on the code as it is ({time.monotonic() - began:.0f} s)")
    seen = 0
    for group, one in breaks:
        began = time.monotonic()
        is_seen, said = tried(tree, one)
        seen += is_seen
        say(f"{'red  ' if is_seen else 'WRONG'}  {group}: {one.name} ({time.monotonic() - began:.0f} s)")
        say(f"       {' '.join(said.split())[: 160 if is_seen else 2000]}")
    say(f"{len(breaks)} breaks, {seen} seen")
    return 0 if seen == len(breaks) else 1


def say(line: str) -> None:
    """Tells whoever waits."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help=f"groups ({', '.join(GROUPS)}) and words of names")
    breaks = chosen(parser.parse_args().words)
    if not breaks:
        parser.error("no break has such a name")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the copy is thrown away
    with tempfile.TemporaryDirectory(prefix="chieu-reds-") as folder:
        return run(copy_tree(ROOT, Path(folder)), breaks)


if __name__ == "__main__":
    sys.exit(main())
