# rejected by: case test sizes: failed (no empty input is ever drawn)
sed -i 's/k < 3 ? k : (int)(draw() \* MOST)/1 + (int)(draw() * (MOST - 1))/' properties.c
