"""The commands, one module each with a `COMMAND` in it."""
