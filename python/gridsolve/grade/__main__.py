"""``python -m gridsolve.grade``."""

import sys

from .command import main

sys.exit(main())
