"""Deciding between two or three annotators: asks between which, and opens the window on their differences."""
