# rejected by: case test bench: failed (times in nanoseconds)
sed -i 's,return 1e6 \* (double)t.tv_sec + 1e-3,return 1e9 * (double)t.tv_sec + 1,' bench.c
