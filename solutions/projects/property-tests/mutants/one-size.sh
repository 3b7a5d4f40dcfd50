# rejected by: case test own_bug: failed (only one size is drawn, and it is even)
sed -i 's/k < 3 ? k : (int)(draw() \* MOST)/64/' properties.c
