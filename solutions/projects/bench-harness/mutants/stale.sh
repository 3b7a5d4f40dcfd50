# rejected by: case run make bench SLOW=1: not-below (make keeps the binary that it has)
sed -i 's, always$,,; s,^.PHONY.*,.PHONY: bench test,' Makefile
