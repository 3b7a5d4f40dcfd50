# rejected by: case file daily/*.md: missing (nothing was written today)
rm daily/*.md
