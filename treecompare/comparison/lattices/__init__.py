"""Treebanks compared whose words may differ."""
