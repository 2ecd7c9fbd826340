"""Invented Favur exports of a fixed size, different in every file, for measuring how fast a site is built."""
