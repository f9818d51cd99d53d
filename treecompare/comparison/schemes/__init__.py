"""Parsers compared across annotation schemes."""
