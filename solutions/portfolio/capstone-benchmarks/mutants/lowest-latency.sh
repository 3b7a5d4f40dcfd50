# rejected by: case test choose: failed (takes the fastest answer, not the most a second)
sed -i 's/best\[shape\] = max(best\[shape\], (rate, variant, batch))/best[shape] = best[shape] if best[shape][2] else (rate, variant, batch)/' bench.py
git add -A && git commit -qm x
