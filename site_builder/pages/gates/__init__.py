"""Pages of release gates: verdict, conditions, cases, reviewers, versions, suite, history."""
