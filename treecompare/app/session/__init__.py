"""What is open and where it is kept: choosing files, reading them in the background, comparison files, autosaves."""
