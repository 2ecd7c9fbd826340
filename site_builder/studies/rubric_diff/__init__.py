"""The difference of two versions of a rubric: clauses, attribution, ranks."""
