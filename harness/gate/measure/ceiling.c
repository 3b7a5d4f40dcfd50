// A ceiling is timed like an exercise but has no expected output: the kernels
// are ours. Two programs, one for the kernels and one for the library, so that
// a machine without cuBLAS has the first.
#include "gate/measure/ceiling.h"

#include "base/path.h"
#include "build/library.h"

#include <math.h>
#include <string.h>

enum { REPS = 40 };

const CeilingInfo ceiling_info[CEILING_COUNT] = {
#define CEILING(id, group, unit, amount, size, what)                           \
    [CEILING_##id] = {#id, unit, what, CEILING_##group, size},
#include "bench/ceilings.def"
};

int ceiling_find(const char *id) {
    for (int i = 0; i < CEILING_COUNT; i++)
        if (strcmp(ceiling_info[i].id, id) == 0) return i;
    return -1;
}

const char *ceiling_key(Arena *a, const char *uuid, const char *driver,
                        CeilingId id) {
    return arena_fmt(a, "ceiling|%s|%s|%s", uuid, driver, ceiling_info[id].id);
}

// Bytes or operations of one call.
static double amount_of(CeilingId which, double n) {
    double size = ceiling_info[which].size;
    const double all[CEILING_COUNT] = {
#define CEILING(id, group, unit, amount, size_, what) [CEILING_##id] = amount,
#include "bench/ceilings.def"
    };
    return all[which];
}

// ---- what theory says

// The model of the same GPU, or of a relative: a multiprocessor of the same
// compute capability is the same.
static const SimGpu *relative_of(const DeviceInfo *d, bool same) {
    for (int i = 0; sim_gpu_at(i); i++) {
        const SimGpu *g = sim_gpu_at(i);
        if (same ? d->name && strcmp(g->name, d->name) == 0 : g->cc == d->cc)
            return g;
    }
    return NULL;
}

double ceiling_theory(CeilingId id, const DeviceInfo *d) {
    const SimGpu *g = relative_of(d, true);
    if (!g) g = relative_of(d, false);
    double tera = d->sms * d->sm_mhz * 1e6 * 2 / 1e12; // FMAs are two
    if (ceiling_info[id].group == CEILING_MEMORY) return d->theoretical_gbs;
    if (!g) return 0;
    if (id == CEILING_fma32 || id == CEILING_sgemm) return tera * g->fp32_lanes;
    if (id == CEILING_fma64) return tera * g->fp64_lanes;
    return 0;
}

void ceiling_doubt(Arena *a, CeilingId id, const DeviceInfo *d, Ceiling *c) {
    const SimGpu *sheet = relative_of(d, true);
    double most = c->theory;
    if (ceiling_info[id].group == CEILING_MEMORY && sheet)
        most = max_of(most, sheet->dram_gbs);
    if (!(most > 0) || isnan(c->value)) return;
    if (c->value > 1.02 * most) {
        c->doubtful = true;
        c->why = arena_fmt(a,
                           "more than the %.4g %s that this GPU can do: its "
                           "clocks are not what it says",
                           most, ceiling_info[id].unit);
    }
    if (ceiling_info[id].group == CEILING_MEMORY && c->value < 0.5 * most) {
        c->doubtful = true;
        c->why = arena_fmt(a,
                           "less than half of the %.4g %s that this GPU can "
                           "do: is it busy, or held back?",
                           most, ceiling_info[id].unit);
    }
}

void ceilings_modelled(const SimGpu *gpu, Ceiling out[CEILING_COUNT]) {
    double tera = gpu->sms * gpu->clock_mhz * 1e6 * 2 / 1e12;
    for (int i = 0; i < CEILING_COUNT; i++) {
        Ceiling *c = &out[i];
        *c = (Ceiling){.value = NAN, .lo = NAN, .hi = NAN};
        if (ceiling_info[i].group == CEILING_MEMORY) {
            c->theory = gpu->dram_gbs;
            c->value = gpu->dram_gbs *
                       (i == CEILING_read ? gpu->read_eff : gpu->mix_eff);
        }
        if (i == CEILING_fma32) c->value = c->theory = tera * gpu->fp32_lanes;
        if (i == CEILING_fma64) c->value = c->theory = tera * gpu->fp64_lanes;
        if (i == CEILING_launch) c->value = gpu->launch_us;
        c->lo = c->hi = c->value;
    }
}

// ---- measuring

typedef struct Bench {
    const CeilingRequest *q;
    Arena *a;
    Session s;
    Ceiling *out;
} Bench;

enum { ARGS = 6 };

// void ceiling(int what, float *a, float *b, float *c, long long n, int size):
// three outputs, so that nothing is copied to the device.
static void lay_out(CaseData *c, ArgData args[ARGS], Arg defs[ARGS],
                    CeilingId which, size_t n, size_t array) {
    static const char *const names[ARGS] = {"what", "a", "b", "c", "n", "size"};
    memset(args, 0, ARGS * sizeof *args);
    for (int i = 0; i < ARGS; i++) {
        bool pointer = i >= 1 && i <= 3;
        defs[i] = (Arg){.name = names[i],
                        .type = pointer  ? ELEM_F32
                                : i == 4 ? ELEM_I64
                                         : ELEM_I32,
                        .is_pointer = pointer,
                        .is_output = pointer};
        args[i].arg = &defs[i];
        args[i].count = pointer ? array : 0;
        args[i].bytes = args[i].count * sizeof(float);
    }
    args[0].scalar = (uint64_t)which;
    args[4].scalar = n;
    args[5].scalar = (uint64_t)ceiling_info[which].size;
    *c = (CaseData){.name = "ceiling", .args = args, .nargs = ARGS, .sets = 1};
}

// Elements of an array: 1 GiB, or what a small GPU can spare; far beyond any
// L2. Threads, where it computes: what its multiprocessors hold.
static size_t elements(const Bench *b, CeilingId which, size_t *array) {
    const DeviceInfo *d = &b->s.device;
    double room = min_of(d->memory_bytes / 12, (double)(1u << 30));
    size_t n = ((size_t)room / sizeof(float)) & ~(size_t)4095;
    *array = ceiling_info[which].group == CEILING_MEMORY ? n : 1024;
    return ceiling_info[which].group == CEILING_MEMORY ? n
                                                       : (size_t)d->sms * 2048;
}

static const char *measure_one(Bench *b, CeilingId which) {
    Ceiling *out = &b->out[which];
    CaseData c;
    ArgData args[ARGS];
    Arg defs[ARGS];
    size_t array, n = elements(b, which, &array);
    double us[REPS];
    Warm warm;

    if (b->q->progress) b->q->progress(b->q->ctx, ceiling_info[which].what);
    lay_out(&c, args, defs, which, n, array);
    if (!session_prepare(&b->s, &c, (size_t)(2 * b->s.device.l2_bytes)))
        return "the device had no room for it";
    if (!session_warm(&b->s, 100, 1000, &warm)) return "it did not run";
    if (which == CEILING_event) {
        out->value = out->lo = out->hi = session_overhead(&b->s).events_us;
        return NULL;
    }
    for (int i = 0; i < REPS; i++) {
        CallResult r = session_rep(&b->s, 0, true, NULL, 0);
        if (!r.alive || strcmp(r.sync, "ok") != 0 ||
            strcmp(r.launch, "ok") != 0)
            return r.alive ? arena_str(b->a, r.message) : "it did not run";
        us[i] = r.us;
    }
    Stats st = stats_of(us, REPS);
    double amount = amount_of(which, (double)n);
    double scale = strcmp(ceiling_info[which].unit, "GB/s") == 0 ? 1e3 : 1e6;
    out->value = amount > 0 ? amount / st.median / scale : st.median;
    out->lo = amount > 0 ? amount / st.hi / scale : st.lo;
    out->hi = amount > 0 ? amount / st.lo / scale : st.hi;
    out->theory = ceiling_theory(which, &b->s.device);
    ceiling_doubt(b->a, which, &b->s.device, out);
    return NULL;
}

// One program: all ceilings of its groups.
static bool measure_program(Bench *b, const char *file, unsigned groups,
                            const char *const *flags, Err *err) {
    const CeilingRequest *q = b->q;
    static const BuildFunction entry = {
        "ceiling",
        "void ceiling(int, float *, float *, float *, long long, int)"};
    BuildJob job = {
        .backend = &backend_gpu,
        .cc = q->cc,
        .source = path_join(b->a, q->folder, file),
        .entry = "ceiling",
        .functions = &entry,
        .nfunctions = 1,
        .shim = "void ceiling(int, float *, float *, float *, long long, int);"
                "\nextern \"C\" void kata_call(void **a);\n"
                "extern \"C\" void kata_call(void **a) {\n"
                "    ceiling(*(int *)a[0], *(float **)a[1], *(float **)a[2],\n"
                "            *(float **)a[3], *(long long *)a[4],\n"
                "            *(int *)a[5]);\n}\n",
        .flags = flags,
    };
    BuildResult built;
    b->s = (Session){.shm.fd = -1};
    if (q->progress) q->progress(q->ctx, "compiling");
    device_lock_release(q->lock);
    if (!build_run(b->a, q->toolkit, q->places, &job, &built, err))
        return false;
    SessionStart how = {
        .binary = built.binary,
        .backend = &backend_gpu,
        .scratch = q->scratch,
        .seconds = 20,
        .total_seconds = 120,
    };
    device_lock_exclusive(q->lock);
    bool ok = session_start(&b->s, b->a, &how, err);
    for (int i = 0; ok && i < CEILING_COUNT; i++)
        if (ceiling_info[i].group & groups) {
            b->out[i].why = NULL;
            const char *why = measure_one(b, (CeilingId)i);
            if (why) b->out[i].why = why;
            if (!why && q->lock && q->lock->missed) {
                b->out[i].doubtful = true;
                b->out[i].why = "measured while another kata used this GPU";
            }
        }
    device_lock_downgrade(q->lock);
    return ok;
}

bool ceilings_measure(Arena *a, const CeilingRequest *q,
                      Ceiling out[CEILING_COUNT], DeviceInfo *device,
                      Err *err) {
    Bench b = {.q = q, .a = a, .out = out};
    unsigned ours = q->groups & (CEILING_MEMORY | CEILING_COMPUTE);
    bool ok = false;
    for (int i = 0; i < CEILING_COUNT; i++)
        out[i] = (Ceiling){.value = NAN, .lo = NAN, .hi = NAN};
    if (ours) {
        ok = measure_program(&b, "ceilings.cu", ours, NULL, err);
        if (ok && device) *device = b.s.device;
        session_end(&b.s, ok);
        if (!ok) return false;
    }
    if (!(q->groups & CEILING_LIBRARY)) return ok;

    const char *const *flags = library_flags(a, q->toolkit, "cublas");
    Err why = {0};
    bool library = flags && measure_program(&b, "ceilings_blas.cu",
                                            CEILING_LIBRARY, flags, &why);
    for (int i = 0; i < CEILING_COUNT; i++)
        if (ceiling_info[i].group == CEILING_LIBRARY && !library)
            out[i].why = flags ? arena_str(a, why.msg)
                               : "there is no libcublas.so on this machine";
    err_clear(&why);
    if (flags) session_end(&b.s, library);
    return ok || library;
}
