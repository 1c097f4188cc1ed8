"""TLS of our own, for who has no proxy in front that does it."""

from __future__ import annotations

import ssl
from pathlib import Path

from chieu.online.server.settings import BadSettings, Settings


def check(told: Settings) -> bool:
    """Whether TLS is wanted; `BadSettings` if it is and cannot be. Looked at before anything begins, because what the
    library says of such files names none of them."""
    if not (told.tls_cert or told.tls_key):
        return False
    if not (told.tls_cert and told.tls_key):
        missing = "--tls-key" if told.tls_cert else "--tls-cert"
        raise BadSettings(f"a certificate and its key go together: {missing} is missing")
    for flag, file in (("--tls-cert", told.tls_cert), ("--tls-key", told.tls_key)):
        try:
            with Path(file).open("rb"):
                pass
        except OSError as error:
            raise BadSettings(f"{flag}: cannot read {file}: {error.strerror or error}") from None
    try:
        # A key with a password would be asked about at the terminal, where a server has nobody.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(told.tls_cert, told.tls_key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise BadSettings(f"{told.tls_key} is not the key of the certificate in {told.tls_cert}") from None
        raise BadSettings(
            f"{told.tls_cert} and {told.tls_key} must be a certificate and its key without a password, both as PEM"
            f" ({error.reason or 'unreadable'})"
        ) from None
    return True
