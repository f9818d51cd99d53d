"""Pages to be read, sent and printed: what stands on one, and it as HTML and Markdown."""
