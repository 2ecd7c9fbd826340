"""Blueprint: conditions on the same cases, judged by independent reviewers, and a release decided. Pure."""
