# rejected by: case test consistent: failed (a spread that is 0 whatever was measured)
sed -i 's,times\[3 \* REPEATS / 4\],times[REPEATS / 4],' triad.c
