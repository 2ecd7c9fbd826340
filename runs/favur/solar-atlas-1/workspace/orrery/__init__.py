"""A command-line orrery: planets from Keplerian elements, as text, SVG and JSON."""
