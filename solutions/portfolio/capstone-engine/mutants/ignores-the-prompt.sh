# rejected by: case test tokens: failed (each answer is the same)
sed -i 's/^    for (int i = 0; i < count; i++) {/    pos = 0, next = 1;\n&/' engine.c
git add -A && git commit -qm x
