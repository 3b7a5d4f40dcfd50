# rejected by: case test slower: failed (the verdict is printed and nothing is compared)
printf 'bench:\n\t@seq 50 >$(OUT)\ncompare:\n\t@echo change %% 0\n' >Makefile
