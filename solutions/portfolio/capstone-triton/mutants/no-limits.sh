# rejected by: case file README.md: missing (nothing on where it loses)
sed -i "s/^## Where it is not faster/## Notes/" README.md
git add -A && git commit -qm x
