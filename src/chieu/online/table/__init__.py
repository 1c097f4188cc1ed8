"""A table as a log: commands and time go in, log entries, messages by viewer and deadlines come out.

Nothing here reads a clock, draws luck of its own or touches a wire, so a whole evening can be played in milliseconds.
"""
