# rejected by: case test tokens: failed (prints a token more)
sed -i 's/for (int i = 0; i < count; i++) {/for (int i = 0; i < count + 1; i++) {/' engine.c
sed -i 's/i == count - 1 ?/i == count ?/; s/i < count - 1 \&\&/i < count \&\&/' engine.c
git add -A && git commit -qm x
