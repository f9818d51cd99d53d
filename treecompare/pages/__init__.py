"""Pages to be read, sent and printed: what stands on one (``page.py``), and one writer each for HTML and Markdown."""
