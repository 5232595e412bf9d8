"""python -m frente.server: the same as frente serve."""
from __future__ import annotations

import sys

if __name__ == "__main__":               # worker processes load this module too, and need nothing of it
    from frente.server.run import main

    sys.exit(main())
