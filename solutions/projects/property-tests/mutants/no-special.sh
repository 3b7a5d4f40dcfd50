# rejected by: case test bug_4: failed (every number is finite, so a NaN that gets lost is not missed)
sed -i 's/if (kind != 4 || n == 0) return;/return;/' sum.c
