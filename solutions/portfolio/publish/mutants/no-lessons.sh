# rejected by: case file */README.md: missing-part (results, and nothing learned from them)
sed -i '/^## What I learned/,/^## What I would/ { /^## What I would/! d }' transpose/README.md
git commit -qam x
