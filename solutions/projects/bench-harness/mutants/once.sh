# rejected by: case test consistent: failed (one repetition, and no spread)
sed -i 's,REPEATS = [0-9]*,REPEATS = 1,' triad.c
