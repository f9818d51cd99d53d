"""The sentences of several analyses paired, and one tree of them by their votes."""
