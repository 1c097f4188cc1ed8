"""`python -m chieu.online.server` is `chieu serve`."""

import sys

from chieu.online.server.command import main

sys.exit(main())
