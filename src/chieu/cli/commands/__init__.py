"""The commands: a module each, with a `COMMAND` in it."""
