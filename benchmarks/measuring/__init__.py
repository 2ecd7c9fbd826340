"""Measures how fast sites are built: whole builds, stages beside the naive way, other generators."""
