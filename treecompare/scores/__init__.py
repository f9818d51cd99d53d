"""Figures of any kind of comparison: the score table, ranks, significance, what plots show, tables of results."""
