# rejected by: case test wrong: failed (compares results to the last bit)
sed -i 's/abs(answer\[0\] - want) > 1e-3 \* (1 + abs(want))/answer[0] != want/' bench.py
git add -A && git commit -qm x
