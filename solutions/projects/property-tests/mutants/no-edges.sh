# rejected by: case test bug_2: failed (no empty input is ever drawn)
sed -i 's/k < 3 ? k : (int)(draw() \* MOST)/1 + (int)(draw() * (MOST - 1))/' sum.c
