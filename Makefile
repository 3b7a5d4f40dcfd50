# kata - `make help` lists the targets.
#
#   make demo    set up what is missing, build, check a shipped solution
#   make test    set up what is missing, build, run every test
#
# kata itself is built into .build/$(MODE); what is linked into every exercise
# binary (runner.o, libkatasim.a) into .build/lib, always optimised.
MODE ?= dev#                dev, release, asan, stress
OUT  ?= .build/$(MODE)
LIB  := .build/lib

CFLAGS.dev     := -O1 -g
CFLAGS.release := -O2 -g
CFLAGS.asan    := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer \
                  -fno-sanitize-recover=undefined
CFLAGS.stress  := $(CFLAGS.asan) -DKATA_STRESS

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-declarations \
        -Wpointer-arith -Wwrite-strings -Wvla -Werror
KATA_CFLAGS := -std=gnu17 -D_GNU_SOURCE $(WARN) -Iharness -MMD -MP

# The simulated device computes as PTX says: no contraction, no errno.
SIM_CFLAGS := -ffp-contract=off -fno-math-errno -fno-trapping-math \
              -fno-strict-aliasing
LIB_CFLAGS = $(LIB_O) -g1 -fPIC -fvisibility=hidden $(SIM_CFLAGS)
LIB_O := -O3
ARCH := $(shell uname -m)

# Levels of x86-64 that the simulated device is compiled for: every processor's
# (base), and that with AVX2 (v3). The library of a working copy runs on this
# machine alone, and one level takes half the time; a release and `make test`
# have both.
LEVEL  := $(if $(filter x86_64,$(ARCH)),$(shell \
          for f in avx2 fma bmi1 bmi2; do grep -qsw $$f /proc/cpuinfo || exit; done; \
          echo v3),)
LEVEL  := $(or $(LEVEL),base)
LEVELS ?= $(if $(filter release,$(MODE)),base v3,$(LEVEL))
ifneq ($(ARCH),x86_64)
override LEVELS := base
endif

# A comma inside a function's argument.
, := ,
# A release carries its libraries along and needs only libc.
OWN_LIBS := -lyaml -lsqlite3 -lzstd -lz -lseccomp -lmd
LIBS := $(if $(filter release,$(MODE)),-Wl$(,)-Bstatic $(OWN_LIBS) \
        -Wl$(,)-Bdynamic,$(OWN_LIBS)) -lm -lpthread -ldl

# A module's sources: its own, and those of its folders.
dir_src = $(filter-out harness/tests/% harness/sim/dispatch/%, \
    $(wildcard harness/$(1)/*/*.c)) $(wildcard harness/$(1)/*.c)
obj     = $(patsubst %.c,$(OUT)/%.o,$(1))
libobj  = $(patsubst %.c,$(LIB)/$(2)/%.o,$(1))

BASE   := $(call dir_src,base)
SIM    := $(call dir_src,sim)
# These load and answer, and do not execute: one level is enough for both, and
# less optimisation for them.
SIM_COLD := $(foreach d,decode module ptx api runtime driver,$(wildcard harness/sim/$(d)/*.c))
# The simulated device hashes nothing, so that programs need no libmd, and
# starts no programs.
SIM_BASE := $(filter-out $(addprefix harness/base/,hash.c proc.c fence.c),$(BASE))
RUNNER := $(filter-out %/simhost.c %/hostio.c %/cpu.c %/python.c %/torch.c %/interpreter.c %/ranks_net.c,$(call dir_src,runner)) harness/run/wire.c
SIMHOST := $(addprefix harness/,runner/simhost.c runner/hostio.c runner/channel.c \
           runner/counted.c runner/fault.c run/wire.c)
# With it the device is a library of Python's, for kata sim FILE.py.
SIMPY   := harness/runner/interpreter.c
# NVIDIA's libraries over the simulated device, for programs that use them.
LIBS_BLAS := $(addprefix harness/libs/,blas.c four.c cpublas.c lapack.c) \
             $(wildcard harness/libs/cublas_*.c) harness/base/heap.c
LIBS_DNN  := $(wildcard harness/libs/dnn*.c) harness/base/heap.c
LIBS_FFT  := $(wildcard harness/libs/fft*.c) harness/base/heap.c
LIBS_NCCL := $(wildcard harness/libs/nccl*.c) harness/base/heap.c
LIBS_RAND := $(wildcard harness/libs/rand*.c) harness/base/heap.c
LIBS_SPARSE := $(wildcard harness/libs/sparse*.c) harness/base/heap.c
LIBS_SOLVER := $(wildcard harness/libs/solver*.c) harness/libs/lapack.c \
               harness/libs/cpublas.c \
               harness/base/heap.c
LIBS_NVML := harness/libs/nvml.c
LIBS_NVRTC := $(addprefix harness/libs/,nvrtc.c rtc.c nvjitlink.c) \
              $(addprefix harness/base/,heap.c buf.c)
HOST   := $(foreach d,plan store build run bench gate paper grade report cli,$(call dir_src,$(d)))
TESTS  := $(call dir_src,tests)
MAIN   := harness/cli/main.c
# What compiles Triton files, as it is.
TRITON := $(wildcard harness/triton/*.py)
PYTHON := $(wildcard harness/python/*.py)
# The list of GPU models and occupancy are all of sim/ that kata itself looks at.
GPUS   := harness/sim/time/gpu.c harness/sim/time/occupancy.c
HDRS   := $(wildcard harness/*/*.h $(patsubst %,harness/%/*/*.h,sim gate cli))
SRCS   := $(sort $(BASE) $(SIM) $(LIBS_BLAS) $(LIBS_FFT) $(LIBS_RAND) $(LIBS_SPARSE) $(LIBS_SOLVER) $(LIBS_NCCL) $(LIBS_NVML) $(LIBS_NVRTC) $(RUNNER) harness/runner/cpu.c harness/runner/python.c harness/runner/torch.c harness/runner/ranks_net.c $(SIMHOST) $(SIMPY) $(HOST) $(TESTS))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.PHONY: FORCE all lib demo test check unit regress verify verify-changed prove mistakes stress stress-unit bench bench-sim \
        check-gpu layers prose calls fmt fmt-check model-report model-fit model-kin model-counts model-gates \
        clean help readme setup python numpy numba torch cutlass python-for-tests golden try

all: $(OUT)/kata lib ## build kata and the simulated device
lib: $(LIB)/runner.o $(LIB)/torch_runner.o $(LIB)/cpu_device.o $(LIB)/ranks_net.o $(LIB)/python/runner.so $(LIB)/triton/katasim.so $(LIB)/katasim_host.o $(LIB)/libkatasim.a $(LIB)/libkatalibs.a

$(OUT)/kata: $(call obj,$(BASE) $(HOST) $(GPUS))
	$(CC) $(CFLAGS.$(MODE)) $(LDFLAGS) -rdynamic -o $@ $^ $(LIBS)

# ---- what exercises are linked with
# One object each, with all but the public names made local: a learner's
# function may be called arena_new.
$(LIB)/runner.o: $(call libobj,$(RUNNER),runner)
# In place of a device, for exercises in C.
$(LIB)/cpu_device.o: $(LIB)/runner/harness/runner/cpu.o
	cp $< $@
# In place of the network, for programs with NCCL on GPUs.
$(LIB)/ranks_net.o: $(LIB)/runner/harness/runner/ranks_net.o
	cp $< $@
# The same as a library of the interpreter, for exercises in Python.
$(LIB)/python/runner.so: \
    $(call libobj,$(RUNNER) harness/runner/cpu.c harness/runner/python.c,runner) $(PYTHON)
	@mkdir -p $(@D) && cp $(PYTHON) $(@D)
	$(CC) -shared -Wl,-Bsymbolic,-z,relro,-z,now,-z,defs -o $@ $(filter %.o,$^) \
	    -lpthread -lm -ldl
$(LIB)/triton/katasim.so: $(call libobj,$(SIMHOST) $(SIMPY),runner) $(LIB)/libkatasim.o
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-Bsymbolic,-z,relro,-z,now,-z,defs -o $@ $^ -lpthread -lm -ldl
# The same with the simulated device, for exercises in Python with CUDA.
$(LIB)/torch_runner.o: \
    $(call libobj,$(RUNNER) harness/runner/python.c harness/runner/torch.c,runner)
$(LIB)/katasim_host.o: $(call libobj,$(SIMHOST),runner)
$(LIB)/runner.o $(LIB)/katasim_host.o $(LIB)/torch_runner.o:
	ld -r -o $@.tmp $^ && objcopy --localize-hidden $@.tmp && mv $@.tmp $@
$(call libobj,$(SIM_COLD),base): LIB_O := -O2
sim_obj = $(call libobj,$(filter-out $(SIM_COLD),$(1)),$(2)) \
          $(call libobj,$(filter $(SIM_COLD),$(1)),base)
$(LIB)/sim-base.o: $(call sim_obj,$(SIM_BASE) $(SIM),base)
$(LIB)/sim-v3.o: $(call sim_obj,$(SIM_BASE) $(SIM),v3)
$(LIB)/sim-base.o $(LIB)/sim-v3.o:
	ld -r -o $@.tmp $^ && objcopy --localize-hidden $@.tmp && mv $@.tmp $@
# The levels that the library has: it is made again where others are wanted.
$(LIB)/levels: FORCE
	@mkdir -p $(@D)
	@echo '$(LEVELS)' | cmp -s - $@ || echo '$(LEVELS)' >$@
FORCE:
ifeq ($(words $(LEVELS)),1)
$(LIB)/libkatasim.o: $(LIB)/sim-$(LEVELS).o $(LIB)/levels
	cp $< $@
else
# Both, and jumps to the one that the processor can execute.
$(LIB)/jumps.S: $(LIB)/sim-base.o harness/sim/dispatch/jumps.awk
	nm -g --defined-only $< | awk '{ print $$3 }' | LC_ALL=C sort >$(LIB)/public
	awk -f harness/sim/dispatch/jumps.awk $(LIB)/public >$@
$(LIB)/prefixed-base.o $(LIB)/prefixed-v3.o: $(LIB)/prefixed-%.o: \
    $(LIB)/sim-%.o $(LIB)/jumps.S
	awk '{ print $$1, "katasim_$*_" $$1 }' $(LIB)/public >$@.names
	objcopy --redefine-syms=$@.names $(if $(filter base,$*),--strip-debug) $< $@
$(LIB)/libkatasim.o: $(LIB)/jumps.S $(LIB)/prefixed-base.o \
    $(LIB)/prefixed-v3.o harness/sim/dispatch/choose.c $(LIB)/levels
	$(CC) -O2 -fPIC -fvisibility=hidden -c -o $(LIB)/choose.o \
	    harness/sim/dispatch/choose.c
	$(CC) -c -o $(LIB)/jumps.o $(LIB)/jumps.S
	ld -r -o $@ $(LIB)/choose.o $(LIB)/jumps.o $(filter %.o,$^)
	objcopy --localize-hidden --wildcard --localize-symbol='katasim_*' $@
endif
$(LIB)/libkatasim.a: $(LIB)/libkatasim.o
	rm -f $@ && ar rcs $@ $<

# Of an archive's members the linker takes those that a program needs.
OWN_LIB_OBJS := $(foreach l,blas dnn fft nccl nvml nvrtc rand solver sparse,$(LIB)/kata$(l).o)
$(LIB)/katablas.o: $(call libobj,$(LIBS_BLAS),libs)
$(LIB)/katanccl.o: $(call libobj,$(LIBS_NCCL),libs)
$(LIB)/katanvml.o: $(call libobj,$(LIBS_NVML),libs)
$(LIB)/katanvrtc.o: $(call libobj,$(LIBS_NVRTC),libs)
$(LIB)/katadnn.o: $(call libobj,$(LIBS_DNN),libs)
$(LIB)/katafft.o: $(call libobj,$(LIBS_FFT),libs)
$(LIB)/katarand.o: $(call libobj,$(LIBS_RAND),libs)
$(LIB)/katasparse.o: $(call libobj,$(LIBS_SPARSE),libs)
$(LIB)/katasolver.o: $(call libobj,$(LIBS_SOLVER),libs)
$(OWN_LIB_OBJS):
	ld -r -o $@.tmp $^ && objcopy --localize-hidden $@.tmp && mv $@.tmp $@
$(LIB)/libkatalibs.a: $(OWN_LIB_OBJS)
	@rm -rf $(LIB)/include && cp -r harness/libs/include $(LIB)/include
	@mkdir -p $(LIB)/triton && cp $(TRITON) $(LIB)/triton
	@cp harness/build/nvcc.sh $(LIB)/nvcc.sh
	@mkdir -p $(LIB)/include/tests && cp harness/runner/kata_tests.h $(LIB)/include/tests
	rm -f $@ && ar rcs $@ $(filter %.o,$^)
$(LIB)/libkatalibs.a: $(wildcard harness/libs/include/*/*.h) \
    harness/runner/kata_tests.h harness/build/nvcc.sh $(TRITON)
$(LIB)/libs/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) $(LIB_CFLAGS) -DKATA_LIBS_BUILD \
	    $(foreach l,cublas cudnn cufft curand cusolver cusparse nccl nvml nvrtc nvjitlink,-isystem harness/libs/include/$(l)) \
	    -c -o $@ $<

$(LIB)/runner/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) -O2 -g -fPIC -fvisibility=hidden -c -o $@ $<
$(LIB)/base/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) $(LIB_CFLAGS) -c -o $@ $<
$(LIB)/v3/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) $(LIB_CFLAGS) -march=x86-64-v3 -c -o $@ $<

# ---- kata and its tests
$(OUT)/harness/sim/%.o: harness/sim/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) $(CFLAGS.$(MODE)) $(SIM_CFLAGS) -c -o $@ $<
$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(KATA_CFLAGS) $(CFLAGS.$(MODE)) -c -o $@ $<

CHECK_LIBS = $(shell pkg-config --libs check)
$(OUT)/suites.def: $(TESTS)
	@mkdir -p $(@D)
	@printf '%s\n' $(patsubst harness/tests/test_%.c,'SUITE(%)', \
	    $(filter harness/tests/test_%.c,$^)) >$@
$(OUT)/harness/tests/main.o: $(OUT)/suites.def
$(OUT)/harness/tests/main.o: KATA_CFLAGS += -I$(OUT)
# The device that is tested is the library's, but for builds with sanitizers.
TESTED := $(if $(filter asan stress,$(MODE)),$(call obj,$(SIM)),$(call sim_obj,$(SIM),$(LEVEL)))
$(OUT)/tests: $(call obj,$(filter-out $(MAIN),$(BASE) $(HOST) $(TESTS))) $(TESTED)
	$(CC) $(CFLAGS.$(MODE)) $(LDFLAGS) -rdynamic -o $@ $^ $(CHECK_LIBS) $(LIBS)

# One suite over a few modules: make try T=expr M="base plan" OUT=.build/mine
M ?= base
try: ## run one suite: make try T=expr M="base plan"
	@mkdir -p $(OUT)/try-$(T)
	@echo 'SUITE($(T))' >$(OUT)/try-$(T)/suites.def
	@$(MAKE) -s $(OUT)/try-$(T)/tests T=$(T) M="$(M)"
	$(OUT)/try-$(T)/tests
$(OUT)/try-$(T)/tests: $(call obj,$(filter-out $(MAIN),$(foreach d,$(sort base $(M)),$(call dir_src,$(d)))) harness/tests/test_$(T).c)
	$(CC) $(KATA_CFLAGS) $(CFLAGS.$(MODE)) -I$(OUT)/try-$(T) $(LDFLAGS) \
	    -rdynamic -o $@ harness/tests/main.c $(filter %.o,$^) $(CHECK_LIBS) $(LIBS)

# ---- what the README names
setup: ## install what is missing: packages, and NVIDIA's compiler if need be
	@sh harness/setup.sh

python: ## install NumPy and Triton into .build/python, for exercises in them
	@sh harness/python.sh
numpy: ## install NumPy alone (17 MB)
	@sh harness/python.sh numpy
numba: ## install Numba too (64 MB), for exercises that need it
	@sh harness/python.sh numba
torch: ## install PyTorch for processors too (210 MB), for exercises that need it
	@sh harness/python.sh torch
cutlass: ## install the headers of CUTLASS and CuTe (7 MB), for exercises in them
	@sh harness/cutlass.sh
# While kata is built. Without PyTorch, Numba and CUTLASS the tests go on, and say what
# they leave out.
python-for-tests:
	@sh harness/python.sh
	@sh harness/python.sh torch --or-skip
	@sh harness/python.sh numba --or-skip
	@sh harness/cutlass.sh --or-skip

demo: setup ## set up, build, check a shipped solution
	@$(MAKE) --no-print-directory -s -j2 all
	@sh harness/demo.sh $(OUT)/kata

# What runs compilers and other programs, counts by brute force, or keeps a whole
# curriculum in a buffer that stress lets grow bit by bit, takes minutes under the
# sanitizers and meets no hostile size. `make MODE=stress unit` has all.
SKIP_STRESS := build runner sectors operands schedule yaml_cache
# Limits end what hangs; no test judges how slow a shared machine is. Verify comes
# last and alone: what it times in C must not share processors with other tests.
# Of exercises that are as they were when `make prove` or `make verify` last had
# all of them right (solutions/proved.tsv), every eighth solution and every eighth stub is
# judged, others with each change of kata; of every eighth one wrong kernel, where kata itself
# has changed since. `make verify` judges all.
PATIENCE ?= 10
test: export KATA_COMPILE_S ?= 1800
test: export KATA_RUN_S ?= 30
test: export LEVELS = base v3
test: setup ## set up, build, run every test
	@$(MAKE) --no-print-directory -j3 --output-sync=target all $(OUT)/tests \
	    python-for-tests
	@$(MAKE) --no-print-directory layers calls prose
	@$(MAKE) --no-print-directory -j2 --output-sync=target unit stress
	@$(MAKE) --no-print-directory -j2 --output-sync=target stress-unit regress
	@$(MAKE) --no-print-directory verify-changed

stress:
	@$(MAKE) --no-print-directory MODE=stress .build/stress/tests
stress-unit: stress
	@$(MAKE) --no-print-directory MODE=stress KATA_SKIP="$(SKIP_STRESS)" unit

check: unit regress ## the unit tests and the command-line tests
unit: $(OUT)/tests ## the unit tests (CK_RUN_SUITE=name for one)
	KATA_SKIP="$(KATA_SKIP)" CK_TIMEOUT_MULTIPLIER=$(PATIENCE) $(OUT)/tests
regress: all ## the command-line tests
	@KATA=$(abspath $(OUT)/kata) bash harness/tests/regress/run.sh
PROVED := solutions/proved.tsv
MISTAKES := solutions/mistakes.tsv
verify: all ## stubs fail, solutions pass, wrong kernels are caught (simulated)
	$(OUT)/kata verify --on sim --proved $(PROVED) --mistakes $(MISTAKES)
prove: all ## the same, but of exercises proved before as they are now, no wrong kernels
	$(OUT)/kata verify --on sim --unchanged $(PROVED) --proved $(PROVED) --mistakes $(MISTAKES)
mistakes: all ## judge wrong solutions for solutions/mistakes.tsv, which names mistakes
	$(OUT)/kata verify --on sim --rounds 2 --mistakes $(MISTAKES)
verify-changed: all
	$(OUT)/kata verify --on sim --unchanged $(PROVED) --sample 8
EVIDENCE := harness/tests/gpu/evidence.sh
check-gpu: all ## the same on this machine's GPU, and its clock; writes solutions/
	@bash $(EVIDENCE) $(OUT)/kata solutions verify
	@bash $(EVIDENCE) $(OUT)/kata solutions timing
bench: all ## print the times that kata promises
	@bash harness/tests/bench.sh $(abspath $(OUT)/kata)
bench-sim: lib ## print how fast the simulated device is, with bars and ratios
	@bash harness/tests/bench_sim/run.sh $(abspath $(LIB))

# The modelled clock and the GPU that it was fitted to: harness/tests/model/.
MODEL := harness/tests/model
MODEL_OBJS := $(call obj,$(addprefix harness/sim/time/,model.c chip.c numbers.c kin.c occupancy.c \
    gpu.c spends.c) $(BASE))
$(OUT)/model-%: $(call obj,$(MODEL)/%.c) $(MODEL_OBJS)
	$(CC) $(CFLAGS.$(MODE)) $(LDFLAGS) -o $@ $^ $(LIBS)
model-report: $(OUT)/model-report ## modelled times against an H200's; writes REPORT.md
	@$< $(MODEL) h200 --write
model-fit: $(OUT)/model-fit ## fit the model's numbers to the H200, and print them
	@$< $(MODEL) h200
model-kin: $(OUT)/model-kin ## what kernels alike are off: writes harness/sim/time/kin.def
	@$< $(MODEL) h200 >.build/kin.def
	@mv .build/kin.def harness/sim/time/kin.def
model-counts: lib ## count the kernel set on the simulated device again (minutes)
	@bash $(MODEL)/run.sh count $(abspath $(LIB)) >$(MODEL)/counts.tsv.tmp
	@mv $(MODEL)/counts.tsv.tmp $(MODEL)/counts.tsv
model-gates: all ## simulate what gates are judged by again (ten minutes)
	@bash $(MODEL)/gates.sh $(OUT)/kata >$(MODEL)/gates.counts.tsv.tmp
	@mv $(MODEL)/gates.counts.tsv.tmp $(MODEL)/gates.counts.tsv
model-honest: all ## honest kernels: do verdicts and medals hold on an H200? (minutes)
	@bash $(MODEL)/honest.sh $(OUT)/kata

readme: all ## write the README's table of exercises anew
	@sh harness/readme.sh $(OUT)/kata
golden: $(OUT)/tests ## accept the screens as they are now
	KATA_GOLDEN_ACCEPT=1 $(OUT)/tests

LADDER := harness/tests/ladder.txt
PROSE = $(shell find harness -path harness/tests -prune -o -name "*.[ch]" -print)
prose: ## names that too many files share, comments that begin badly (V=1 lists them)
	@awk -v show=$(V) -f harness/tests/prose.awk $(PROSE)
layers: ## includes must point down the ladder
	@awk -v ladder=$(LADDER) -f harness/tests/layers.awk $(SRCS) $(HDRS)
calls: $(OUT)/tests ## calls must point down the ladder, and never in a circle
	@nm -A $(call obj,$(BASE) $(HOST)) $(TESTED) >$(OUT)/calls.nm
	@awk -v ladder=$(LADDER) -f harness/tests/calls.awk $(OUT)/calls.nm
fmt: ## reformat
	clang-format -i $(SRCS) $(HDRS)
fmt-check: ## fail if fmt would change anything
	clang-format --dry-run --Werror $(SRCS) $(HDRS)
clean: ## remove what was built (the toolkit and the cache too)
	rm -rf .build
help: ## this text
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

-include $(shell find $(OUT) $(LIB) -name '*.d' 2>/dev/null)
