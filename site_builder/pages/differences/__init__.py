"""Pages on two versions of a rubric: what changed, and what that does to every run."""
