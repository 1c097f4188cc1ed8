"""Take screenshots of a whole evening for people to look at; takes too long for a test.

Every screen is taken in three languages on a phone, and in English on a phone on its side and on a desktop.

    python -m tests.e2e.album [GROUP ...]

They are saved with the other screenshots (`CHIEU_SHOTS`), named `what-size-language`.
"""
