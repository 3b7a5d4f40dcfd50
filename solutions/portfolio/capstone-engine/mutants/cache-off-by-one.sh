# rejected by: case test cache: failed | case run make test: failed (a generated token is written over the last one)
sed -i 's/next = step(e, next, pos++);/next = step(e, next, i ? pos++ : pos - 1);/' engine.c
git add -A && git commit -qm x
