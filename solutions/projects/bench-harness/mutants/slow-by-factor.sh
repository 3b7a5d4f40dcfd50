# rejected by: case test twice: failed (SLOW=1 doubles the time that was measured, and nothing is done twice)
sed -i '/ifdef SLOW/,/endif/d; s|^    double t = times\[REPEATS / 2\],|    double t = times[REPEATS / 2] * (SLOWER),|' triad.c
sed -i 's|-DSLOW)|-DSLOWER=2,-DSLOWER=1)|' Makefile
