"""``python -m mjsim.cli``: the command line where ``mjsim`` is not on the path."""

import sys

from mjsim.cli import main

if __name__ == "__main__":
    sys.exit(main())
