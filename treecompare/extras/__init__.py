"""Abilities beyond the papers and the three groups: a folder each, which can be taken away."""
