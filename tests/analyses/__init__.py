"""Tests of treecompare.analyses."""
