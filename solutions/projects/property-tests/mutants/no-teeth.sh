# rejected by: case test own_bug: failed (a planted bug is not seen)
sed -i 's/BUG == 1 ? half : n - half/n - half/' sum.c
