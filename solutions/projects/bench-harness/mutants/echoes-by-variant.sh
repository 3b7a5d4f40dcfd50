# rejected by: case test known_time: failed (prints what is expected for each variant, and measures nothing)
printf 'bench:\n\t@echo GB/s $(if $(SLOW),9,20); echo GFLOP/s 3; echo FLOP/byte 0.17; echo spread %% 1\ntest:\n\t@$(if $(BUG),false,true)\n' >Makefile
