"""Read what Ruhroh writes: result roots, run plans, ledgers, suites, scenarios, targets, claims.

Everything here is tolerant of extra keys and of values of the wrong kind where the methodology has a rule
for their absence, and names the file and the pointer where it has none. Nothing is executed, no link is
followed, and no input makes a reader raise.
"""
