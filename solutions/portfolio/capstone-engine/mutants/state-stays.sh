# rejected by: case test apart: failed (the next text goes on where the last one ended)
sed -i 's/^    int pos = 0, next = 0;/    static int pos, next;/' engine.c
git add -A && git commit -qm x
