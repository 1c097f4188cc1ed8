"""Pictures of an evening, for people to look at: what stands on the screen, in three languages on a phone, and on a
phone on its side and a desktop; too long for a test.

    python -m tests.e2e.album [GROUP ...]

They are with the other pictures (`CHIEU_SHOTS`), named `what-size-language`.
"""
