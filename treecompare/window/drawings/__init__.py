"""The drawings in the middle of the window, and on paper."""
