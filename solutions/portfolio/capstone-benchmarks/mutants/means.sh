# rejected by: case test table: failed (means in place of medians)
sed -i 's/statistics.median(/statistics.mean(/' bench.py
git add -A && git commit -qm x
