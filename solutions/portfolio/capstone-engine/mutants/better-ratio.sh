# rejected by: case test claim: failed (the ratio is of another length)
sed -i 's/5.89 times/6.40 times/' README.md
git add -A && git commit -qm x
