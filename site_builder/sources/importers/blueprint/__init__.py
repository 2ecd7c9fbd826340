"""Reading for the Blueprint family: suites of cases, and folders of recorded runs."""
