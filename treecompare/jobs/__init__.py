"""What the window is used for: jobs, which say what is listed, drawn, said and asked. No Qt."""
