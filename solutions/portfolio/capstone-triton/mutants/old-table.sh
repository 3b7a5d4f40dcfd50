# rejected by: case test table: failed (the table is from an earlier run)
sed -i "s/     484.0     141.7   3.42/     484.0     139.9   3.46/" README.md
git add -A && git commit -qm x
