"""Allow ``python -m planetarium``."""

from planetarium.main import main

raise SystemExit(main())
