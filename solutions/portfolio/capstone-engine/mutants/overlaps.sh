# rejected by: case run make test: failed (x ends before the last operation that reads it)
sed -i 's/{"x", DIM, EMBED, LOGITS, 0}/{"x", DIM, EMBED, ATTEND, 0}/' plan.h
git add -A && git commit -qm x
