"""Lessons in windows of their own: a copy of a sentence that can be edited, stepped through and shown to a class."""
