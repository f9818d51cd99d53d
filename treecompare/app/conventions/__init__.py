"""The parts of the window that belong to the extra ``conventions``."""
