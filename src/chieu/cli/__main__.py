"""Run the command line with `python -m chieu.cli`."""

import sys

from chieu.cli.entry import main

sys.exit(main())
