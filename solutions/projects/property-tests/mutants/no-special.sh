# rejected by: case SEED=1 BUG=4 (every number is finite, so a NaN that gets lost is not missed)
sed -i 's/if (kind != 4 || n == 0) return;/return;/' sum.c
