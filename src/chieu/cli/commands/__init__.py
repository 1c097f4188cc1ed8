"""The commands, one module each.

`fill(parser)` adds the arguments of a command, `run(args)` runs it and returns its exit code.
"""
