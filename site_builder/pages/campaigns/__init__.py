"""Pages of campaigns: cohorts with their uncertainty, pairs, claims, and the samples behind them."""
