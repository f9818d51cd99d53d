"""Raw output: what language models and failing parsers answered, a text per sentence of the gold, and what can be read of it."""
