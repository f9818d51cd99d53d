"""The window: what it opens, its commands, how the views follow each other."""
