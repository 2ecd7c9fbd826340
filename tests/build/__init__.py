"""Builds of whole projects, end to end."""
