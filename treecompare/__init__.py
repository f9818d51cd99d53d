"""treecompare: compare syntactically annotated sentences under every measure of five papers."""

__version__ = "0.1.0"
