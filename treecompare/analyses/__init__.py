"""Analyses of a scored comparison, and what is exported of one; ``catalogue`` lists the analyses."""
