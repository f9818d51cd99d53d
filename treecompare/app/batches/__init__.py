"""The window of a batch: treebanks x systems, and what was won and lost since another one."""
