"""The panes around the drawing, each with its model."""
