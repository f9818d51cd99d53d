"""Dependency trees compared."""
