"""A copy of the tree, in which code is broken and tests are run: nobody's files are touched."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from tests.reds.breaks import Break

_PAGE: Final = "src/chieu/web"
_KEPT_PAGE: Final = "page-as-it-is"
_PACKAGES: Final = "web/node_modules"
_END_WITHIN_S: Final = 30
# What a test says that noticed something. A time-out, an import or a syntax error notices nothing.
_ASSERTED: Final = ("AssertionError", "assert ", "Failed: DID NOT RAISE")


class Rotten(Exception):
    """A break cannot be made: what it changes is not there, or not once."""


class Fault(NamedTuple):
    """One test that failed, how, and the line at which it did, where that is known."""

    test: str
    said: str
    at: str = ""

    @property
    def is_an_assertion_of_a_test(self) -> bool:
        return self.said.startswith(_ASSERTED) and not self.at.startswith("src/")


class CopiedTree:
    """A folder with the sources and the tests. Compiled modules are left out: they would hide what is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        found = {name: value for name, value in os.environ.items() if not name.startswith(("CHIEU_", "PYTEST_"))}
        # Nothing here needs a plugin of pytest, and to load those that are installed takes longer than most tests.
        self._environment = found | {"PYTHONPATH": str(folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def build_page(self) -> None:
        """Builds the page of what is in the copy, and keeps it."""
        self._build()
        shutil.copytree(self.folder / _PAGE, self.folder / _KEPT_PAGE)

    @contextmanager
    def broken(self, one: Break) -> Iterator[None]:
        """With one break in it; then it is as before."""
        path = self.folder / one.file
        whole = path.read_text(encoding="utf-8")
        if (count := whole.count(one.was)) != 1:
            raise Rotten(f"{one.file} has what is to be changed {count} times")
        self._write(path, whole.replace(one.was, one.now))
        try:
            if one.is_seen_in_a_browser:
                self._build()
            yield
        finally:
            self._write(path, whole)
            if one.is_seen_in_a_browser:
                shutil.rmtree(self.folder / _PAGE)
                shutil.copytree(self.folder / _KEPT_PAGE, self.folder / _PAGE)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):  # goes by whole seconds and the size
            compiled.unlink()

    def _build(self) -> None:
        built = self._run(sys.executable, "-m", "build_hooks.page")
        if built.returncode != 0:
            raise Rotten(f"the page cannot be built: {built.stderr[-2000:]}")

    def faults(self, tests: Sequence[str], at_most: int = 0) -> list[Fault]:
        """Runs these tests, up to so many failures; what failed."""
        of_page = [test for test in tests if ".test.ts::" in test]
        of_python = [test for test in tests if test not in of_page]
        return self._pytest(of_python, at_most) + self._vitest(of_page)

    def _pytest(self, tests: Sequence[str], at_most: int) -> list[Fault]:
        if not tests:
            return []
        report = self.folder / "reds.xml"
        report.unlink(missing_ok=True)
        words = ("-m", "pytest", "-p", "no:cacheprovider", "-q", f"--maxfail={at_most}")
        ran = self._run(sys.executable, *words, f"--junit-xml={report}", *tests)
        if not report.exists():
            return [Fault("pytest", ran.stdout[-2000:] + ran.stderr[-2000:])]
        cases = list(ElementTree.parse(report).iter("testcase"))
        found = []
        for case in cases:
            for fault in case:
                if fault.tag in ("failure", "error", "skipped"):
                    at = (fault.text or "").strip().rpartition("\n")[2].rpartition(": ")[0]
                    found.append(Fault(f"{case.get('classname')}.{case.get('name')}", fault.get("message", ""), at))
        return found if cases else [Fault("pytest", ran.stdout[-2000:])]

    def _vitest(self, tests: Sequence[str]) -> list[Fault]:
        if not tests:
            return []
        report = self.folder / "reds.json"
        report.unlink(missing_ok=True)
        split = [test.removeprefix("web/").split("::") for test in tests]
        words = [*dict.fromkeys(file for file, _ in split), "-t", "|".join(re.escape(title) for _, title in split)]
        node = (sys.executable, "-m", "build_hooks.node", "run", "test", "--", "--reporter=json")
        ran = self._run(*node, f"--outputFile={report}", *words)
        results = json.loads(report.read_text(encoding="utf-8"))["testResults"] if report.exists() else []
        found = []
        for file, title in split:
            cases = [case for one in results if one["name"].endswith(file) for case in one["assertionResults"]]
            named = [case for case in cases if title in case["fullName"] and case["status"] in ("passed", "failed")]
            failed = ["\n".join(case["failureMessages"]) for case in named if case["status"] == "failed"]
            found += [Fault(f"{file}.{title}", said) for said in failed or ([] if named else [ran.stdout + ran.stderr])]
        return found

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs something to its end. Where that is not waited for, it is interrupted, and ends what it has started."""
        with subprocess.Popen(
            words,
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        ) as process:
            try:
                out, err = process.communicate()
            except BaseException:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.communicate(timeout=_END_WITHIN_S)
                process.kill()
                raise
        return subprocess.CompletedProcess(words, process.returncode, out, err)


def is_of(fault: Fault, test: str) -> bool:
    """Whether it was this test that failed, or one case of it."""
    return re.search(re.escape("." + test.rpartition("::")[2]) + r"(\[|$)", fault.test) is not None


def noticed(one: Break, faults: Sequence[Fault]) -> bool:
    """Whether each of the tests noticed a break, at an assertion that says what it should."""
    right = [fault for fault in faults if fault.is_an_assertion_of_a_test and one.says in fault.said]
    return all(any(is_of(fault, test) for fault in right) for test in one.tests)


def copy_tree(root: Path, folder: Path) -> CopiedTree:
    """Copies what git knows or would know; the packages that build the page are linked to."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=root, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    if (root / _PACKAGES).exists():
        (folder / _PACKAGES).mkdir()  # a folder of its own: what tools keep in it stays here
        for one in (root / _PACKAGES).iterdir():
            if not one.name.startswith(".vite"):
                (folder / _PACKAGES / one.name).symlink_to(one)
        os.utime(folder / "web/package-lock.json", (0, 0))  # nothing is newer than what is installed
    return CopiedTree(folder)
