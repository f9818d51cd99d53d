"""Queries of treebanks, and how far to believe them: CorpusSearch's language, named queries, hits in parsed text."""
