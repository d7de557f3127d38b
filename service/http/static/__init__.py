"""Static files: the page, and the reference in Markdown."""
