# rejected by: case file daily/*.md: missing-part (nobody has a day without failures)
sed -i "/What failed/d" daily/2025-11-20.md
