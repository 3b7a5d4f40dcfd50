# rejected by: case file docs/*.md: missing (a page does not say what goes wrong)
sed -i "s/^## Errors/## Notes/" docs/mlp.md
git commit -qam x
