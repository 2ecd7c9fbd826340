"""The Ruhroh family: import, study, claims, commands."""
