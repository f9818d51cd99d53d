"""Contracts: what the program says, for every command, shipped sample and format, and how another version of it says it.

``listed.py`` names them, ``making.py`` makes their outputs in this process: status, streams, files; of plots and pages in PDF
what is drawn in them. ``python -m tests.contracts`` compares this state with a commit.
"""
