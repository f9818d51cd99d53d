"""The data model: trees as flat arrays and their preparation."""
