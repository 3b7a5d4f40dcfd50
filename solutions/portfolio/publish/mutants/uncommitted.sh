# rejected by: case run make: failed (the Makefile lies there and is not committed)
git rm -q --cached Makefile && git commit -qm x
