"""Everything that reads: files, importers, rubrics, content, the store of measurements."""
