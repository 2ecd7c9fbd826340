"""Pages in Markdown, for those who paste a table elsewhere: made from what the page itself shows."""
