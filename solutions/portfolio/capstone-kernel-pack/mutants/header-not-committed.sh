# rejected by: case run make: failed (the header lies there and is not committed)
git rm -q --cached include/kernelpack.h && git commit -qm x
