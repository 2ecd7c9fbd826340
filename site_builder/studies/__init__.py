"""Conclusions drawn from many runs: readiness of claims and of releases. Pure."""
