"""`python -m chieu.cli` is `chieu`."""

import sys

from chieu.cli.entry import main

sys.exit(main())
