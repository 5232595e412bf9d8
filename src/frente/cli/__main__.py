"""python -m frente.cli: the same as the command frente."""
import sys

from frente.cli.main import main

sys.exit(main())
