"""`python -m chieu.server` is `chieu serve`."""

import sys

from chieu.server.command import main

sys.exit(main())
