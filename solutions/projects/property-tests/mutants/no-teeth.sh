# rejected by: case SEED=1 BUG=1 (a planted bug is not seen)
sed -i 's/BUG == 1 ? half : n - half/n - half/' sum.c
