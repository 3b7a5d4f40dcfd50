# rejected by: case run make test: failed (what is timed is wrong)
sed -i 's/b\[i\] + s \* c\[i\]/b[i] - s * c[i]/' operation.c
