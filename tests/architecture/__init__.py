"""What holds for all code of the project."""
