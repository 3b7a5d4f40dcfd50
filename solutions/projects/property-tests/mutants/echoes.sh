# rejected by: case test right: failed (a script that prints what is expected for each seed and bug)
printf 'test:\n\t@echo seed $(SEED); $(if $(filter 1,$(BUG)),echo failed: case 3; false,echo cases 300; echo largest error $(SEED).1e-08; echo tolerance 1.3e-06)\n' >Makefile
