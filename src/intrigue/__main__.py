"""`python -m intrigue` is `intrigue`."""

from __future__ import annotations

import sys

from intrigue.cli import main

if __name__ == "__main__":
    sys.exit(main())
