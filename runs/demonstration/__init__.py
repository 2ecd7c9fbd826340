"""Parts of the generator of the demonstration runs; see `generate.py`."""
