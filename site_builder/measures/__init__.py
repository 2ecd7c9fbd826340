"""What is measured of a Favur export: its workspace, event stream and records, one subject per module.

``docs/metrics-favur.md`` lists the metrics. The rules are in the docstrings of the modules.

Nothing here executes, imports or obeys anything that a run exported. The modules take bytes, text, parsed
JSON or (the linter alone) absolute paths, and give back plain values; where a value was found in the export
is the importer's business.
"""
