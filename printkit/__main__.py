"""`python -m printkit`: the same as the command."""

from __future__ import annotations

import sys

from printkit.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
