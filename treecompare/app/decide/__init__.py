"""Deciding between two or three annotators, in a window of its own: a queue of differences, both analyses, the result, who
decided what."""
