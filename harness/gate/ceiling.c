// A ceiling is timed like an exercise but has no expected output: the kernels
// are ours.
#include "gate/ceiling.h"

#include "bench/stats.h"

#include <math.h>
#include <string.h>

enum { REPS = 40 };

// Arrays of the access class, each `n` floats: how many are read and written.
static double bytes_moved(const char *access, double n) {
    double arrays = strcmp(access, "triad") == 0  ? 3
                    : strcmp(access, "copy") == 0 ? 2
                                                  : 1;
    return arrays * n * sizeof(float);
}

// Three buffers for every class, so that one call fits all: a, b in, c out.
// `in` data lies once in the region and is shared by a and b.
static void lay_out(CaseData *c, ArgData args[4], Arg defs[4], size_t n) {
    static const char *const names[] = {"a", "b", "c", "n"};
    memset(args, 0, 4 * sizeof *args);
    for (int i = 0; i < 4; i++) {
        defs[i] = (Arg){.name = names[i],
                        .type = ELEM_F32,
                        .is_pointer = i < 3,
                        .is_output = i == 2};
        args[i].arg = &defs[i];
        args[i].count = i < 3 ? n : 0;
        args[i].bytes = args[i].count * sizeof(float);
    }
    defs[3].type = ELEM_I64;
    args[3].scalar = n;
    // Nothing is fetched back, so all the after images may overlap.
    *c = (CaseData){.name = "ceiling", .args = args, .nargs = 4, .sets = 1};
    c->region = n * sizeof(float) + 2 * GUARD_BYTES + 4096;
}

static char *ceiling_shim(Arena *a, const char *access) {
    return arena_fmt(
        a,
        "void ceiling_%s(const float *a, const float *b, float *c,\n"
        "                long long n);\n"
        "extern \"C\" void kata_call(void **a);\n"
        "extern \"C\" void kata_call(void **a) {\n"
        "    ceiling_%s(*(const float **)a[0], *(const float **)a[1],\n"
        "               *(float **)a[2], *(long long *)a[3]);\n}\n",
        access, access);
}

double ceiling_measure(Arena *a, const CeilingRequest *q, Err *err) {
    BuildJob job = {
        .backend = BACKEND_GPU,
        .cc = q->device->cc,
        .source = q->source,
        .entry = arena_fmt(a, "ceiling_%s", q->access),
        .decl = "void ceiling(const float *, const float *, float *, long "
                "long)",
        .shim = ceiling_shim(a, q->access),
    };
    BuildResult built;
    if (!build_run(a, q->toolkit, q->places, &job, &built, err)) return NAN;

    // 1 GiB an array, or what a small GPU can spare; far beyond any L2.
    double room = q->device->memory_bytes / 12;
    size_t n = (size_t)min_of(room, (double)(1u << 30)) / sizeof(float);
    n &= ~(size_t)1023;
    CaseData c;
    ArgData args[4];
    Arg defs[4];
    lay_out(&c, args, defs, n);

    Session s;
    SessionStart how = {
        .binary = built.binary,
        .backend = BACKEND_GPU,
        .scratch = q->scratch,
        .region = c.region,
        .seconds = 20,
        .total_seconds = 120,
    };
    double gbs = NAN, us[REPS];
    int done = 0;
    if (session_start(&s, a, &how, err) &&
        session_prepare(&s, &c, (size_t)(2 * q->device->l2_bytes))) {
        session_warm(&s, 300);
        for (; done < REPS; done++) {
            CallResult r = session_rep(&s, 0);
            if (!r.alive || strcmp(r.sync, "ok") != 0) break;
            us[done] = r.us;
        }
    }
    session_end(&s, done == REPS);
    if (done == REPS) {
        Stats st = stats_of(us, REPS);
        gbs = bytes_moved(q->access, (double)n) / (st.median * 1e-6) / 1e9;
    } else if (err->kind == ERR_NONE) {
        err_set(err, ERR_ENV, "could not measure the %s ceiling of '%s'",
                q->access, q->device->name);
    }
    return gbs;
}
