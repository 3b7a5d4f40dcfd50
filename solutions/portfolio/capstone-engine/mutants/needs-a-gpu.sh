# rejected by: case run make: failed (builds with nvcc only)
sed -i 's/^	$(CC) $(CFLAGS) -o $@ engine.c -lm/	nvcc-of-my-machine -o $@ engine.cu/' Makefile
git add -A && git commit -qm x
