"""Tests of the ledger: pinned first scores, withdrawals and corrections."""
