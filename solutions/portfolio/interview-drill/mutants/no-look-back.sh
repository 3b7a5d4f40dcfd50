# rejected by: case file README.md: missing-part (five drills, and nothing learnt)
sed -i '/## Where I got stuck/,/^## How/{/^## How/!d}' README.md
