"""Check a site made by Proofboard without trusting it: files, arithmetic, order, and every number shown.

    python3 verify/verify.py                 check the site that this file lies in
    python3 verify/verify.py SITE --json     another one; print the whole report as JSON
    python3 verify/verify.py --exports DIR   check the run exports below DIR as well

It needs Python 3.9 or later and nothing else, reads only, and shares no code with the program that made the
site. What the operators of a rubric do is printed by ``site-builder docs verify``; this is a second way of
writing it. Exit codes: 0 everything agrees, 1 something does not, 2 this is no such site.

How exactly numbers must agree: to the last bit where both sides do the same additions, multiplications and
divisions in the stated order; to 1e-12 of the greater where a logarithm, a power or a sum in no stated order
is involved; to 1e-9 for means and spreads of groups and repeats, and for what reviews and samples come to.
"""
