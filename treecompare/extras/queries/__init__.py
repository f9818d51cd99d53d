"""Queries of treebanks, and how far to believe them: named queries, hits in parsed text."""
