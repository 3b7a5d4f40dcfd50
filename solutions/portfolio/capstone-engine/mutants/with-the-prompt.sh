# rejected by: case test claim: failed (all tokens over all of the time)
sed -i 's/makes 30679 tokens/makes 28900 tokens/' README.md
git add -A && git commit -qm x
