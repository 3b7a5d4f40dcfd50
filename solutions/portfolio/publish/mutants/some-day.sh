# rejected by: case test dates: failed (a day that is yet to come)
sed -i 's/2026-11-18/2096-11-18/' histogram/README.md
git commit -qam x
