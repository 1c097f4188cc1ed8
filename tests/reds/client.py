"""The page's own part, by its unit tests: PF-22, the browser as an honest client and as a verifier; PF-44, taps."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

CLIENT: Final = "web/src/live/contributing.ts"
SHUFFLES: Final = "web/src/live/shuffles.ts"
VERIFIER: Final = "web/src/verify/verify.ts"
HONEST: Final = "web/src/live/contributing.test.ts::"
VERIFIES: Final = "web/src/verify/verify.test.ts::"
FORGED: Final = f"{VERIFIES}is refused with sums that add up"
TAPS: Final = "web/src/live/session.test.ts::"

BREAKS: Final = (
    # A patched house.
    Break(
        "drops reveals: whom it blames does not hear of it",
        CLIENT,
        "of === commitment && withheld?.includes(seat)",
        "of === commitment && !withheld",
        (f"{HONEST}drops the reveal and calls it withheld",),
    ),
    Break(
        "drops commitments: the person does not hear that they contribute nothing",
        CLIENT,
        'this.tell("not_contributing", deal, attempt, kind === "out" ? (detail[1] ?? "") : kind);',
        "",
        (f"{HONEST}drops the commitment: the person hears of it before the cards come",),
    ),
    Break(
        "two freezes: the next one follows on anything",
        CLIENT,
        "if (last && freeze.after !== freezeHash(last))",
        "if (!freeze.after)",
        (f"{HONEST}shows others another freeze: the next one does not follow",),
    ),
    Break(
        "freezes again after a reveal: a second reveal for it",
        CLIENT,
        "if (kept.freeze && kept.freeze !== text) {",
        "if (!text) {",
        (f"{HONEST}freezes again after a reveal, or shows two tabs two freezes",),
    ),
    Break(
        "a freeze of something else is revealed for",
        CLIENT,
        "if (!freeze || freeze.deal !== deal || freeze.attempt !== attempt) {",
        "if (!freeze) {",
        (f"{HONEST}nothing is revealed for it, and the person hears",),
    ),
    Break(
        "a freeze that comes late is not told of",
        CLIENT,
        "if (!own(this.table, deal, attempt).freeze) this.tell",
        "if (!this.table) this.tell",
        (f"{HONEST}shows the freeze when the cards are out, or never",),
    ),
    Break(
        "deals without asking, and nobody is told",
        CLIENT,
        "if (!revealing && kept.freeze && !kept.revealed) this.tell",
        "if (!text) this.tell",
        (f"{HONEST}deals without asking for what it froze: the person hears, once",),
    ),
    Break(
        "drops a frozen deal, and nobody is told",
        CLIENT,
        "if (last && deal > last.deal && last.deal > this.over)",
        "if (last && deal < last.deal)",
        (f"{HONEST}drops a deal that it froze, and goes on to another",),
    ),
    Break(
        "goes back: the same bytes again",
        CLIENT,
        "const given = kept.freeze ? fresh() : kept.contribution;",
        "const given = kept.contribution;",
        (f"{HONEST}goes back to a back-up: bytes that it may know are not committed to again",),
    ),
    Break(
        "goes back: nobody is told",
        CLIENT,
        "if (wentBack) this.warn",
        "if (!deal) this.warn",
        (f"{HONEST}goes back and says so",),
    ),
    Break(
        "makes up attempts until an old one is forgotten",
        SHUFFLES,
        "if (isOver(table, deal, attempt)) return",
        "if (!table) return",
        (f"{HONEST}makes up attempts until an old one is forgotten",),
    ),
    # The honest.
    Break(
        "a reload loses what was committed to",
        SHUFFLES,
        "if (before) return before;",
        "if (before?.freeze) return before;",
        (f"{HONEST}a page that was loaded again, or is open twice",),
    ),
    Break(
        "two devices fight over the commitment",
        CLIENT,
        "known === commitment || (known !== undefined && (kept.committed || kept.spent))",
        "known === commitment",
        (f"{HONEST}another device replaces the commitment, and this one does not fight over it",),
    ),
    Break(
        "two tabs take no turns",
        SHUFFLES,
        "return locks ? await locks.request(INDEX, work) : work();",
        "return locks ? work() : work();",
        (f"{HONEST}two of them are shown two freezes at once",),
    ),
    # The verifier in the browser.
    Break("verifier: another seed", VERIFIER, ") !== house) faults", ") === house) faults", (FORGED,)),
    Break("verifier: another contribution", VERIFIER, "!== promised.get(seat))", "=== undefined)", (FORGED,)),
    Break(
        "verifier: somebody left out within an attempt",
        VERIFIER,
        'faults.push({ code: "other_contributors", line: held.line });',
        "{}",
        (FORGED, f"{VERIFIES}is refused with contributors in another order"),
    ),
    Break(
        "verifier: somebody else deals",
        VERIFIER,
        "if (String(freeze.host) !== head.host)",
        "if (!head.sheet)",
        (FORGED,),
    ),
    Break(
        "verifier: somebody else played",
        VERIFIER,
        'faults.push({ code: "other_player", line, seat: seat + 1 });',
        "{}",
        (FORGED,),
    ),
    Break(
        "verifier: another order of cards",
        VERIFIER,
        "  checkShuffles(found.shuffles, proof, faults);",
        "  void proof;",
        (FORGED,),
    ),
    Break(
        "verifier: attempts left out",
        VERIFIER,
        "if (attempt !== expected) faults",
        "if (attempt < 0) faults",
        (FORGED,),
    ),
    Break(
        "verifier: another freeze before",
        VERIFIER,
        "else if (before && frozen.after !== before)",
        "else if (before && !frozen.after)",
        (f"{VERIFIES}is refused with a freeze that does not follow on the one before it",),
    ),
    Break(
        "verifier: another freeze than this browser saw",
        VERIFIER,
        "if (told?.freeze !== one.freeze)",
        "if (!told)",
        (f"{VERIFIES}is compared with what this browser saw and sent",),
    ),
    Break(
        "verifier: a claim for who contributed nothing",
        VERIFIER,
        'proves: one.kind === "contributes" ? "claim" : "nothing"',
        'proves: "claim"',
        (f"{VERIFIES}verifies: ",),
    ),
    Break(
        "verifier: a protocol that proves less",
        VERIFIER,
        "const downgraded = protocol === PROTOCOL ? [] :",
        "const downgraded = protocol ? [] :",
        (f"{VERIFIES}is none of a deal whose freeze this browser saw",),
    ),
    # Taps.
    Break(
        "a second tap is a second command",
        "web/src/live/hold.svelte.ts",
        "if (this.on) return false;",
        "",
        (
            f"{TAPS}ms after the first is none",
            f"{TAPS}whatever is tapped: another button may be where the first one was",
        ),
    ),
    Break(
        "controls come alive with the answer, before anybody saw what came of it",
        "web/src/live/hold.svelte.ts",
        "    this.due = Math.max(this.due, due);",
        "    this.on = false;\n    return;",
        (f"{TAPS}what was answered but is not shown yet is waited for",),
    ),
    Break(
        "what others bring under the finger is alive at once",
        "web/src/live/session.svelte.ts",
        "changed && offered(picture) !== offered(this.whole)",
        "false",
        (f"{TAPS}what others bring under the finger has to be in sight first",),
    ),
    Break(
        "a command is made for what was received",
        "web/src/live/live.svelte.ts",
        "return this.link.send(draft, shown);",
        "return this.link.send(draft, this.received?.seq ?? shown);",
        ("web/src/live/live.test.ts::PF-44: a command is for what was shown",),
    ),
    Break(
        "close() before the connection is there leaks a socket",
        "web/src/live/link.ts",
        "if (this.over || socket !== this.socket) {\n        socket.close();",
        "if (socket !== this.socket) {\n        socket.close();",
        ("web/src/live/link.test.ts::a connection that is there only after its end is ended",),
    ),
    Break(
        "close() before the guest is known opens a socket",
        "web/src/live/live.svelte.ts",
        "if (this.over) return;",
        "",
        ("web/src/live/live.test.ts::a table that is left",),
    ),
)
