// Fuzz target: any text into the PTX parser, and what it accepts into the
// decoder. Seeds: harness/tests/ptx.
//
//   clang -std=gnu17 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -g
//       -Iharness -o .build/fuzz-ptx harness/tests/fuzz/ptx.c
//       harness/base/*.c $(ls harness/sim/*/*.c | grep -v dispatch) -lmd -lm
//       -lpthread
//   .build/fuzz-ptx -max_len=4096 -close_fd_mask=3 .build/corpus
//       harness/tests/ptx
#include "sim/decode/insn.h"
#include "sim/module/decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    Arena a = {0};
    Err err = {0};
    PtxModule *m = ptx_parse(&a, "fuzz.ptx", (const char *)data, n, &err);
    for (int i = 0; m && i < m->nfuncs; i++) {
        const PtxFunc *f = m->funcs[i];
        err_clear(&err);
        if (f->is_entry && !f->is_declared_only) decode(&a, m, f, &err);
    }
    err_clear(&err);
    arena_reset(&a);
    return 0;
}
