# rejected by: case test slow: failed (the ratio is upside down)
sed -i 's,new.ROUNDS / 2. / old.ROUNDS / 2.;,old[ROUNDS / 2] / new[ROUNDS / 2];,' ci.c
