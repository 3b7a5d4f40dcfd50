# rejected by: case test clean: failed (nobody may use it)
git rm -q LICENSE
git commit -qam x
