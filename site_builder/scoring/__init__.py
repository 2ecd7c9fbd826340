"""The rubric graph: operators, evaluation, cohort medians, explanation, ranking. Pure; knows no family."""
