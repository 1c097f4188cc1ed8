"""PF-35: what nobody sees, what looks the same, and what stands behind a `$`."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

TESTS: Final = "tests/table/test_names.py::test_pf_35_"
NAMES: Final = "src/chieu/table/names.py"

BREAKS: Final = (
    Break("U+034F is kept in names", NAMES, "*(0x034F, ", "*(", (f"{TESTS}names_are_made_harmless",)),
    Break("U+FE0F is kept in names", NAMES, "*range(0xFE00, 0xFE10),", "", (f"{TESTS}names_are_made_harmless",)),
    Break("U+3164 is kept in names", NAMES, "0x3164, ", "", (f"{TESTS}names_are_made_harmless",)),
    Break(
        "letters that look like others are others",
        NAMES,
        ".translate(lookalikes.TABLE)\n",
        "\n",
        (f"{TESTS}names_that_look_the_same_are_told_apart",),
    ),
    Break(
        "one letter that looks like another is forgotten",
        "src/chieu/table/lookalikes.py",
        '"5": "Ƽ𑢻",',
        '"5": "𑢻",',
        (f"{TESTS}nothing_that_unicode_calls_confusable_with_ours_is_missing",),
        "looks like",
    ),
    Break(
        "strokes that look like others are others",
        NAMES,
        "plain.translate(_STROKES)",
        "plain",
        (f"{TESTS}names_that_look_the_same_are_told_apart",),
    ),
    Break(
        "two people have one name",
        NAMES,
        "while not taken.isdisjoint(_forms(tried)):",
        "while not taken.isdisjoint(()):",
        (f"{TESTS}two_people_never_read_the_same",),
    ),
    Break(
        "`$` and a newline: a token of before",
        "src/chieu/house/guests.py",
        "return _UNSEALED.fullmatch(token) is not None",
        'return re.match(_UNSEALED.pattern + "$", token) is not None',
        ("tests/server/test_identity.py::test_pf_21_a_token_is_the_whole_text",),
    ),
    Break(
        "`$` and a newline: a token",
        "src/chieu/house/guests.py",
        "    if not _SEALED.fullmatch(token):\n        return False\n",
        '    if not re.match(_SEALED.pattern + "$", token):\n        return False\n',
        ("tests/server/test_identity.py::test_pf_21_a_token_is_the_whole_text",),
    ),
    Break(
        "`$` and a newline: a table's socket",
        "src/chieu/server/socket.py",
        'found = PATH.fullmatch(scope["path"])',
        'found = re.match(PATH.pattern + "$", scope["path"])',
        ("tests/server/test_http.py::test_pf_33_what_stands_behind_a_table_s_id_makes_it_another",),
    ),
    Break(
        "`$` and a newline: a freeze",
        "src/chieu/table/freezes.py",
        "found = _FORM.fullmatch(text)",
        'found = re.match(_FORM.pattern + "$", text)',
        ("tests/table/test_shuffle.py::test_pf_22_a_freeze_has_one_form",),
    ),
)
