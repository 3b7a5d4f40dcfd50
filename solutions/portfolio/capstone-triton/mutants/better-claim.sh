# rejected by: case test claim: failed (the ratio is better than its times)
sed -i "s/is 3.42 times/is 4.10 times/" README.md
git add -A && git commit -qm x
