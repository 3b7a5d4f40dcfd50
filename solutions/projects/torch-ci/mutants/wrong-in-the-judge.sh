# rejected by: case test planted: failed (--wrong adds one to what was counted, and new.c stays right)
sed -i 's|int i = VARIANT == 1;|int i = 0;|' new.c
sed -i 's|== count_new(x, size)) continue|== count_new(x, size) + (VARIANT == 1)) continue|' ci.c
