"""The one window: a list of places, the drawing, why. It shows any job and knows none."""
