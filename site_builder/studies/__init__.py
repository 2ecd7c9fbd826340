"""Conclusions drawn from scored runs: pure functions over runs, results and rubrics; none knows a page."""
