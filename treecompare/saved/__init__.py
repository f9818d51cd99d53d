"""The comparison file: treebanks, settings, and what users typed."""
