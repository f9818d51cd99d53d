"""Mappings: which node of the gold tree stands for which node of the test tree."""
