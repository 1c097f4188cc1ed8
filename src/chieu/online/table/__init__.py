"""A table as an event log: commands and time go in; entries, views per viewer and deadlines come out.

This package reads no clock, draws no randomness and does no I/O, so a test plays a whole evening in milliseconds.
"""
