"""What the log says, and which versions the server may be installed with."""

from __future__ import annotations

from typing import Final

from tests.reds.breaks import Break

TESTS: Final = "tests/server/test_logs.py::test_"
FLOORS: Final = "tests/building/test_floors.py::test_no_version_with_a_known_advisory_can_be_installed"

BREAKS: Final = (
    Break(
        "the cause of a store's failure is not said",
        "src/chieu/server/logs.py",
        'return told | {"cause": str(error)} if isinstance(error, Unavailable) else told',
        "return told",
        (f"{TESTS}the_cause_of_a_store_s_failure_is_said",),
    ),
    Break(
        "a store that is silent is not told of",
        "src/chieu/server/api.py",
        'logs.say("not_ready", level=logging.WARNING, error=silent)',
        "del silent",
        (f"{TESTS}the_cause_of_a_store_s_failure_is_said",),
    ),
    Break(
        "a refused origin is our error",
        "src/chieu/server/table_protocol.py",
        "self.handshake_complete = True  # it was refused",
        "pass  # it was refused",
        (f"{TESTS}what_others_send_is_no_error_of_ours",),
    ),
    Break(
        "broken UTF-8 is our error",
        "src/chieu/server/table_protocol.py",
        'logs.say("not_utf8", level=logging.DEBUG)',
        'logs.say("not_utf8", level=logging.ERROR)',
        (f"{TESTS}what_others_send_is_no_error_of_ours",),
    ),
    Break(
        "nonsense over HTTP fills the log",
        "src/chieu/server/logs.py",
        'logging.getLogger("uvicorn").setLevel(logging.ERROR)',
        'logging.getLogger("uvicorn").setLevel(logging.WARNING)',
        (f"{TESTS}what_others_send_is_no_error_of_ours",),
    ),
    Break("a floor is lower: h11", "pyproject.toml", '"h11>=0.16"', '"h11>=0.14"', (FLOORS,)),
    Break(
        "a floor is lower: setuptools",
        "pyproject.toml",
        '    "setuptools>=78.1.1",\n',
        '    "setuptools>=70",\n',
        (FLOORS,),
    ),
    Break("a floor is gone: starlette", "pyproject.toml", '"starlette>=1.6"', '"starlette"', (FLOORS,)),
)
