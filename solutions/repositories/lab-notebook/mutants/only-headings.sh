# rejected by: case file daily/*.md: missing-part (headings are no entry)
grep "^#" daily/2025-11-20.md >t && mv t daily/2025-11-20.md
