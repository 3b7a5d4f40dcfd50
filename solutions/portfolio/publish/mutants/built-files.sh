# rejected by: case test clean: failed (an object file is committed)
make test >/dev/null; cp softmax/build/test_softmax softmax/demo; git add -f softmax/demo
git commit -qm x
