# What is run by hand on a GPU (harness/tests/gpu) is at least a program: every
# source compiles, every script parses. Nothing else would notice for months.
. "$REGRESS/lib.sh"
need_nvcc
nvcc=$(nvcc_path)
for at in "$REGRESS"/../gpu/*.sh; do
    bash -n "$at" || fail "$(basename "$at") does not parse"
done
for at in "$REGRESS"/../gpu/*.cu; do
    run "$nvcc" -std=c++17 -arch=sm_90 -c -o program.o "$at"
    [ "$last_status" = 0 ] || fail "$(basename "$at") does not compile"
done
