# rejected by: case test special: failed (every number is finite, so a NaN that gets lost is not missed)
sed -i 's/if (kind != 4 || n == 0) return;/return;/' properties.c
