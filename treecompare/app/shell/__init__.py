"""What stands around the views: panes and their places, menus and commands, keys, progress."""
