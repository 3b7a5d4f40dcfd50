# rejected by: case test planted: failed (BUG=1 makes the tolerance negative, and the sum stays right)
sed -i 's/BUG == 1 ? half : n - half/n - half/' sum.c
sed -i 's|return off <= size \* t;|return off <= size * (BUG ? -1 : t);|' properties.c
