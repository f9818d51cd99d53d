"""A comparison: treebanks paired, scored, ranked."""
