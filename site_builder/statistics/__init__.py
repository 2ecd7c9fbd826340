"""Figures about repeated trials, each with its n, its method and its parameters. Pure; knows no family.

Nothing here has a default for a constant that a methodology states: confidence level, normal quantile,
number of resamples and significance level come from the pinned rubric and are named in every result.
Sums are taken left to right, so that the same values in the same order give the same last digit on every
version of Python.
"""
