# rejected by: case test choose: failed (the limit is for the median, not for the slow ones)
sed -i 's/for variant, shape, batch, _, slow, rate in rows/for variant, shape, batch, slow, _, rate in rows/' bench.py
git add -A && git commit -qm x
