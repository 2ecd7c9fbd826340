"""What leaves the program: HTML, charts, data files, the folder they are written to and the check of it."""
