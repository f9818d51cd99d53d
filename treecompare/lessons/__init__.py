"""Lessons: one sentence in the gold and in a system, made up or copied, that a teacher shows and changes. No Qt here."""
