"""`chieu verify`: check the proofs of the shuffles in a record."""

from __future__ import annotations

from argparse import Namespace
from itertools import pairwise
from typing import Any

import msgspec

from chieu.cli.console import OK, WRONG, BadInput, complain, print_json, tell
from chieu.cli.parser import Parser
from chieu.cli.record_file import display_name, lines
from chieu.cli.text.texts import say
from chieu.core import records
from chieu.core.records import BadRecord, Record
from chieu.core.registry import GamesByName
from chieu.core.text.languages import Lang
from chieu.fairness.card_order import PROTOCOL, Proof
from chieu.fairness.journal import Journal, Unaccounted, account_verified
from chieu.fairness.manifest import ManifestChair, manifest_hash
from chieu.fairness.verify import NotShuffled, Unproven, Verified, check_sequel, verify_record
from chieu.online.client.journals import Journals
from chieu.online.server.settings import data_directory
from chieu.online.storage.sqlite.schema import BadFile


def fill(parser: Parser) -> None:
    """Add the files."""
    parser.add_argument("files", metavar="FILE", nargs="+", help=parser.say("help.files"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Check every deal, and that the deals of each table follow one another.

    A deal that fails ends its file, but a lesson does not. The other files are checked nevertheless.
    """
    count, code = 0, OK
    proofs: dict[tuple[str, int], Proof] = {}
    for file in args.files:
        try:
            for record in records.read(GamesByName(), lines(file, args.lang)):
                try:
                    deal = verify_record(record)
                except NotShuffled:
                    complain(say("verify.lesson", args.lang, file=display_name(file)))
                    code = WRONG
                    continue
                journal = _journal(deal.proof.table)
                in_journal, written_off = _agrees(journal, record, deal.proof), deal.proof.deal in journal.written_off
                if args.json:
                    print_json(_as_json(deal) | {"seen_here": in_journal, "written_off_here": written_off})
                else:
                    _tell(args, deal, in_journal, written_off)
                count += 1
                proofs[deal.proof.table, deal.proof.deal] = deal.proof
        except (BadRecord, Unproven) as error:
            complain(f"{display_name(file)}: {error}")
            code = WRONG
    for (table, number), (next_table, next_number) in pairwise(sorted(proofs)):
        if table != next_table:
            continue
        try:
            if next_number == number + 1:
                check_sequel(proofs[table, number], proofs[table, next_number])
            elif not args.json:
                tell(say("verify.gap", args.lang, table=table, first=number + 1, last=next_number - 1), "yellow")
        except Unproven as error:
            complain(str(error))
            code = WRONG
    if code == OK and not args.json:
        tell(say("verify.right", args.lang, deals=count), style="green")
    return code


def _journal(table: str) -> Journal:
    """Return the journal that `chieu table` keeps of a table on this machine."""
    file = data_directory() / "journals.db"
    try:
        return Journals(file).read(table) if file.exists() else Journal(table)
    except BadFile as error:
        raise BadInput(str(error)) from None


def _agrees(journal: Journal, record: Record, proof: Proof) -> bool:
    """Return whether the journal has the deal of a record. Raise `Unproven` if they differ."""
    try:
        if journal.open is not None and journal.open.deal == proof.deal:
            account_verified(journal, record, proof)
            return True
    except Unaccounted as error:
        raise Unproven(f"the journal of this machine differs: {error}") from None
    last = dict(journal.closed).get(proof.deal)
    if last not in (None, manifest_hash(proof.manifest)):
        raise Unproven("the journal of this machine has another manifest of this deal")
    return last is not None


def _tell(args: Namespace, deal: Verified, in_journal: bool, written_off: bool) -> None:
    proof = deal.proof

    def line(key: str, style: str = "", **values: Any) -> None:
        tell(say(f"verify.{key}", args.lang, **values), style=style)

    line("deal", "bold", table=proof.table, deal=proof.deal, game=deal.game, shuffles=deal.shuffles)
    line("manifest", manifest=manifest_hash(proof.manifest), attempt=proof.attempt + 1, attempts=deal.attempts)
    for void in proof.voids:
        seats = ", ".join(str(number + 1) for number in void.withheld)
        line("void", attempt=void.attempt + 1, why=say(f"verify.void.{void.why}", args.lang, seats=seats))
    for number, chair in enumerate(deal.chairs, start=1):
        kind = "" if chair.proves != "nothing" else _kind(chair, args.lang)
        line(f"seat.{chair.proves}", seat=number, attempts=deal.attempts, kind=kind)
        if chair.seat is None:
            line("sits_out", seat=number)
        elif chair.stand_in:
            line("played_for", seat=number)
    if all(chair.proves == "nothing" for chair in deal.chairs):
        line("nobody", "yellow")
    if in_journal:
        line("seen")
    if written_off:
        line("written_off", "yellow")


def _kind(chair: ManifestChair, lang: Lang) -> str:
    by = str(int(chair.by) + 1) if chair.by.isdigit() else chair.by
    return say(f"verify.kind.{chair.kind}{'.' + chair.why if chair.why else ''}", lang, by=by, level=chair.level)


def _as_json(deal: Verified) -> dict[str, Any]:
    proof = deal.proof
    return {
        "table": proof.table,
        "deal": proof.deal,
        "game": deal.game,
        "protocol": PROTOCOL,
        "manifest": manifest_hash(proof.manifest),
        "commitment": proof.commitment,
        "attempt": proof.attempt,
        "manifests": deal.attempts,
        "voids": [{"attempt": void.attempt, "why": void.why, "withheld": void.withheld} for void in proof.voids],
        "chairs": [msgspec.to_builtins(chair) | {"proves": chair.proves} for chair in deal.chairs],
        "proves_nothing_about_the_server": all(chair.proves == "nothing" for chair in deal.chairs),
        "shuffles": deal.shuffles,
        "result": deal.result,
    }
