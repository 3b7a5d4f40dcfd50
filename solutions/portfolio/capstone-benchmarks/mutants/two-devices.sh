# rejected by: case test mixed: failed (takes the first device for all)
sed -i 's/^    if len(devices) != 1 or/    if/' bench.py
git add -A && git commit -qm x
