# rejected by: case test planted: failed (--slow multiplies the ratio that was measured)
sed -i 's|VARIANT == 2 ? 6 : 1|1|' new.c
sed -i 's|double ratio = new|double ratio = (VARIANT == 2 ? 4.7 : 1) * new|' ci.c
