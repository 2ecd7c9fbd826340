"""What is measured of a workspace, an event stream or a record: one subject per module.

Nothing here executes, imports or obeys anything that a run exported. The modules take bytes, text, parsed
JSON or (the linter alone) absolute paths, and give back plain values; where a value was found in the export
is the importer's business.
"""
