"""Conclusions drawn from many runs: firmness of an order, claims, releases, versions, first scores. Pure."""
