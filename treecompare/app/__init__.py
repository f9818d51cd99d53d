"""The window: the only floor that knows Qt."""
