# rejected by: case SEED=1 BUG=2 (no empty input is ever drawn)
sed -i 's/k < 3 ? k : (int)(draw() \* MOST)/1 + (int)(draw() * (MOST - 1))/' sum.c
