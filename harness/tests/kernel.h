// Runs a kernel given as PTX text on the simulated device, for tests of the
// whole machine.
//
// The entry (the first of the text) takes, as far as it declares them: a
// pointer to output words, a pointer to input words, a number. kernel_head and
// kernel_tail go around the body of a kernel that wants these made ready:
//
//   %out %in %n   the parameters        %t   %tid.x
//   %my           &out[%g]              %g   the thread of the grid
//
// and %p<16>, %r<32>, %f<8>, %rd<16> declared.
#ifndef TESTS_KERNEL_H
#define TESTS_KERNEL_H

#include "base/buf.h"
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"
#include "sim/module/module.h"

#include <string.h>

#define kernel_head                                                            \
    ".visible .entry k(.param .u64 po, .param .u64 pi, .param .u32 pn) {\n"    \
    ".reg .pred %p<16>; .reg .b32 %r<32>; .reg .f32 %f<8>; .reg .b64 "         \
    "%rd<16>; .reg .b32 %t, %g, %n; .reg .b64 %out, %in, %my;\n"               \
    "ld.param.u64 %out, [po]; ld.param.u64 %in, [pi]; ld.param.u32 %n, "       \
    "[pn]; mov.u32 %t, %tid.x; mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; "  \
    "mad.lo.u32 %g, %r0, %r1, %t; mul.wide.u32 %rd0, %g, 4; add.s64 %my, "     \
    "%out, %rd0;\n"
#define kernel_tail "\n.loc 1 99 0\nret; }\n"

typedef struct Run {
    // what to run
    const char *ptx; // ".version ..." or without the usual three lines
    uint32_t grid[3], block[3]; // 0: 1
    uint32_t smem;
    const uint32_t *in;
    uint32_t n_in, n_out, n;
    uint64_t budget;
    const char *gpu; // NULL: "h100"
    bool cooperative;
    // what came of it
    bool ran; // else err says why not
    Err err;
    LaunchOutcome out;
    uint32_t *words; // [n_out], poisoned with 0xcdcdcdcd
    Buf printed;
    // kernel_close frees
    Mem *mem;
    Module *module;
    Arena arena;
} Run;

static inline void kernel_print(void *ctx, const char *text, size_t n) {
    Run *r = ctx;
    buf_add(&r->printed, text, n);
}

static inline bool kernel_load(Run *r, Buf *text) {
    if (strncmp(r->ptx, ".version", 8) != 0)
        buf_str(text, ".version 8.0 .target sm_80 .address_size 64 "
                      ".file 1 \"t.cu\"\n");
    buf_str(text, r->ptx);
    r->mem = shadow_mem_open(1u << 30);
    r->module = module_load(r->mem, text->data, text->len, NULL, 0, &r->err);
    return r->module != NULL;
}

static inline bool kernel_start(Run *r, const char *entry) {
    struct {
        uint64_t out, in;
        uint32_t n;
    } params = {0};
    const Code *code = module_entry(r->module, entry, &r->err);
    if (!code) return false;

    params.out = mem_alloc(r->mem, r->n_out * 4ull, ALLOC_DEVICE, NULL);
    params.in = mem_alloc(r->mem, r->n_in * 4ull, ALLOC_DEVICE, NULL);
    params.n = r->n;
    if (r->n_in) memcpy(mem_bytes(r->mem, params.in), r->in, r->n_in * 4ull);
    mem_wrote(r->mem, params.in, r->n_in * 4ull);
    mem_wrote(r->mem, params.out, r->n_out * 4ull);
    LaunchDesc d = {.code = code,
                    .smem_dynamic = r->smem,
                    .params = &params,
                    .cooperative = r->cooperative,
                    .budget = r->budget,
                    .print = kernel_print,
                    .print_ctx = r};
    memcpy(d.grid, r->grid, sizeof d.grid);
    memcpy(d.block, r->block, sizeof d.block);
    r->words = mem_bytes(r->mem, params.out);
    const SimGpu *gpu = sim_gpu_find(r->gpu ? r->gpu : "h100");
    return launch_run(r->mem, gpu, &d, &r->arena, &r->out, &r->err);
}

// Runs it; r->ran says whether it could be launched.
static inline void kernel_run(Run *r) {
    Buf text = {0};
    r->ran =
        kernel_load(r, &text) && kernel_start(r, module_entries(r->module)[0]);
    buf_free(&text);
}

static inline void kernel_close(Run *r) {
    if (r->module) module_free(r->module);
    if (r->mem) mem_close(r->mem);
    arena_reset(&r->arena);
    buf_free(&r->printed);
}

#endif
