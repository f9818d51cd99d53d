"""What all rooms of the window use."""
