# rejected by: case run make bench SLOW=1: not-below (numbers that are printed, and nothing is timed)
printf 'bench:\n\t@echo GB/s 20; echo GFLOP/s 3; echo FLOP/byte 0.17; echo spread %% 1\ntest:\n' >Makefile
