# rejected by: case test clean: failed (a path that only the author has)
echo 'CFLAGS = -I/home/anna/cuda/include' >>softmax/Makefile
git commit -qam x
