# rejected by: case file daily/*.md: missing (nine days are not ten)
rm daily/2026-10-05.md
