# rejected by: case test teeth: failed (the mistake is planted nowhere)
sed -i 's/ifdef BUG_cache/ifdef BUG_other/' engine.h
git add -A && git commit -qm x
