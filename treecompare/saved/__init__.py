"""The comparison file: treebanks, settings, and what people typed."""
