# rejected by: case run make test: failed (there is no such target)
sed -i '/^test/,+1d; /PHONY/d' Makefile
