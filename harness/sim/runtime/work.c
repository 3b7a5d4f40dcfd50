// Work of libraries: checked like a kernel's, timed by a share of the peak.
//
// The time is the larger of arithmetic and memory traffic, as of a kernel that
// someone tuned: GEMM_SHARE of the unit's peak, the DRAM's reading speed, and
// never less than LEAST_US. 0.6 of the peak is what cuBLAS reaches on an H100
// SXM by public figures: fp32 4096 x 16384 x 8192 in 31.0 ms (35 of 62 TFLOPS),
// TF32 in 3.65 ms (301 of 495).
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/results.h"
#include "sim/runtime/task.h"
#include "sim/time/model.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GEMM_SHARE = 0.6;
// Products of doubles: cublasDgemm of 4096 x 4096 x 4096 took 2.18 ms on an
// H100, 63 TFLOP/s, which is what the peak at the model's clock is, 62.
static const double DGEMM_SHARE = 1;
static const double LEAST_US = 2.0;

// The work that is running, between runtime_enter and runtime_leave.
static struct {
    Runtime *r;
    const char *name;
    bool refused;
} now;

// ---- time

// Operations a microsecond at peak; a multiply-add is two.
static double peak_of(const SimGpu *g, SimUnit unit) {
    double lanes = 0;
    switch (unit) {
    case SIM_UNIT_NONE: return 0;
    case SIM_UNIT_F32: lanes = g->fp32_lanes; break;
    case SIM_UNIT_F64: lanes = g->fp64_lanes; break;
    case SIM_UNIT_F16: lanes = g->fp16_lanes; break;
    case SIM_UNIT_TENSOR_16: lanes = model_tensor_rate(g->cc); break;
    case SIM_UNIT_TENSOR_TF32: lanes = model_tensor_rate(g->cc) / 2; break;
    case SIM_UNIT_TENSOR_64: lanes = model_tensor64_rate(g); break;
    case SIM_UNIT_TENSOR_8: lanes = model_tensor_rate(g->cc) * 2; break;
    }
    return 2.0 * lanes * g->sms * g->clock_mhz;
}

// The part of the chip that so many tiles keep busy: the last wave is rarely
// full.
static double busy_part(const SimGpu *g, double tiles) {
    if (tiles <= 0) return 1;
    return tiles / (ceil(tiles / g->sms) * g->sms);
}

static void model_work(const SimGpu *g, const SimWork *w, SimLaunchInfo *info) {
    double peak = peak_of(g, w->unit);
    double part = busy_part(g, w->tiles);
    double share = w->unit == SIM_UNIT_TENSOR_64 ? DGEMM_SHARE : GEMM_SHARE;
    double compute = peak > 0 ? w->flops / (peak * share * part) : 0;
    double memory = w->bytes / (g->dram_gbs * g->read_eff * 1e3);
    double us = fmax(fmax(compute, memory), LEAST_US);

    info->limiter = compute >= us  ? "arithmetic"
                    : memory >= us ? "DRAM bandwidth"
                                   : "latency";
    info->us = w->us > 0 ? w->us : us;
    info->share = info->sampled = 1;
    info->occupancy = 1;
    info->occupancy_limit = "";
}

static SimLaunchInfo info_of(Runtime *r, const SimWork *w) {
    SimLaunchInfo info = {.kernel = arena_str(&r->arena, w->name),
                          .grid = {max_of(w->grid, 1u), 1, 1},
                          .block = {max_of(w->block, 1u), 1, 1}};
    bool tensor = w->unit >= SIM_UNIT_TENSOR_16;
    model_work(r->gpu, w, &info);
    if (w->unit == SIM_UNIT_TENSOR_64)
        info.c.tensor64_flops = (uint64_t)w->flops;
    if (tensor)
        info.c.tensor_flops = (uint64_t)w->flops;
    else
        info.c.flops = (uint64_t)w->flops;
    info.c.dram_read = (uint64_t)w->bytes;
    return info;
}

// ---- memory

static void refuse(SimTrapKind kind, const Alloc *near, const char *message,
                   const char *hint) {
    host_note_alloc(now.r, kind, near, hint, "%s", message);
    now.r->dev->sticky = trap_error(kind);
    now.refused = true;
}

static void refuse_address(const char *what, const void *p) {
    const Alloc *near = mem_nearest(now.r->mem, (uint64_t)(uintptr_t)p);
    bool freed = near && near->kind == ALLOC_FREED;
    char text[200];

    if (!p) {
        snprintf(text, sizeof text, "%s was given a null pointer for %s",
                 now.name, what);
        refuse(SIM_TRAP_OUT_OF_BOUNDS, NULL, text,
               "did cudaMalloc fail, or was it never called?");
    } else if (mem_in_arena(now.r->mem, (uint64_t)(uintptr_t)p)) {
        snprintf(text, sizeof text, "%s was given %s for %s", now.name,
                 freed ? "memory that was freed" : "an address of no memory",
                 what);
        refuse(freed ? SIM_TRAP_AFTER_FREE : SIM_TRAP_OUT_OF_BOUNDS, near, text,
               "is the pointer the one that cudaMalloc gave?");
    } else {
        snprintf(text, sizeof text,
                 "%s was given an address of host memory for %s", now.name,
                 what);
        refuse(SIM_TRAP_HOST_POINTER, NULL, text,
               "copy the data to the device (cudaMalloc, cudaMemcpy) and pass "
               "the device's pointer");
    }
}

// Reports what is read and was never written, as of a kernel.
// For a call that goes beyond an array.
static const char *bounds_hint(void) {
    return str_starts(now.name, "nccl")
               ? "How many elements has the array? A count of NCCL is in "
                 "elements, not in bytes."
               : "compare the sizes, flags and leading dimensions of the call "
                 "with how the matrices are stored";
}

static void note_unwritten(const Alloc *a, const char *what, uint64_t lo,
                           size_t bytes, size_t step, size_t count) {
    const Shadow *s = mem_shadow(now.r->mem);
    uint64_t blank = 0, first = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t at = 0, n = shadow_unwritten(s, lo + i * step, bytes, &at);
        if (n && !blank) first = i * step + at;
        blank += n;
    }
    if (!blank) return;
    host_note_alloc(
        now.r, SIM_TRAP_UNINITIALISED, a,
        "Did the copy or the kernel that fills it run, and does it "
        "reach all elements?",
        "%s reads %llu bytes of %s, and nothing has written %llu of "
        "them, the first at byte %llu",
        now.name, (unsigned long long)(bytes * count), what,
        (unsigned long long)blank, (unsigned long long)first);
}

void *sim_work_range(const char *what, const void *p, size_t bytes, size_t step,
                     size_t count, int access) {
    bool writes = access & SIM_WRITES;
    static char none[64];
    uint64_t lo = (uint64_t)(uintptr_t)p;

    if (bytes == 0 || count == 0) return none;
    const Alloc *a = mem_find(now.r->mem, lo);
    if (!a) {
        refuse_address(what, p);
        return NULL;
    }
    uint64_t whole = (count - 1) * step + bytes;
    if (whole > a->hi - lo) {
        char text[256];
        snprintf(text, sizeof text,
                 "%s %s %s beyond its allocation: %llu bytes from here, and "
                 "%llu are left of %llu",
                 now.name, writes ? "writes" : "reads", what,
                 (unsigned long long)whole, (unsigned long long)(a->hi - lo),
                 (unsigned long long)(a->hi - a->lo));
        refuse(SIM_TRAP_OUT_OF_BOUNDS, a, text, bounds_hint());
        return NULL;
    }
    results_read(now.r, lo, (size_t)whole);
    if (access & SIM_BOUNDS) return mem_bytes(now.r->mem, lo);
    if ((access & (SIM_READS | SIM_PARTS | SIM_ELSEWHERE)) == SIM_READS)
        note_unwritten(a, what, lo, bytes, step, count);
    for (size_t i = 0; writes && i < count; i++)
        mem_wrote(now.r->mem, lo + i * step, bytes);
    for (size_t i = 0; i < count && !(access & SIM_ELSEWHERE); i++)
        piece_uses(now.r, (const char *)p + i * step, bytes,
                   writes ? SIM_USE_WRITE : SIM_USE_READ);
    return mem_bytes(now.r->mem, lo);
}

// ---- running

void work_execute(Runtime *r, const SimWork *w, SimStream *s) {
    now.r = r;
    now.name = w->name;
    now.refused = false;
    progress_other(w->name);
    w->run((void *)w->args);
    progress_other(NULL);
    SimLaunchInfo info = info_of(r, w);
    if (!now.refused) runtime_record(r, &info);
    Job job = {.us = info.us,
               .waves = w->tiles > 0 ? w->tiles / r->gpu->sms : 1,
               .what = SIM_SPAN_KERNEL,
               .name = w->name,
               .launch = now.refused ? 0 : r->gone + (uint64_t)r->nlaunches};
    stream_add_kernel(r, s, &job);
}
