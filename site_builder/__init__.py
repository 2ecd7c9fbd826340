"""Proofboard: static benchmark leaderboards that show their working."""

__version__ = "0.1.0"
