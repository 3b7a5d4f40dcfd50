# rejected by: case test special: failed (NaNs are drawn, and infinities are not)
sed -i -e 's/draw() < 0.5 ? NAN : INFINITY/NAN/' -e '/= -INFINITY/d' properties.c
