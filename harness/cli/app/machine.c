// Looks for the machines and tools that exercises need.
#include "cli/app/machine.h"

#include "base/path.h"
#include "base/proc.h"
#include "build/toolkit.h"
#include "run/nvml.h"

#include <math.h>
#include <stdlib.h>

enum { HOPPER_CC = 90 };

typedef enum Asked { HARDWARE, PROGRAM, MODULE, HEADERS } Asked;

static const Asked asked[MACHINE_COUNT] = {
#define MACHINE(id, name, meaning, how) [MACHINE_##id] = how,
#include "plan/needs.def"
};

static bool has_hardware(MachineNeed m) {
    GpuState gpu = {0};
    switch (m) {
    case MACHINE_CPU:
    case MACHINE_SIM:
    case MACHINE_TENSOR: return true; // the simulated device has them
    default: break;
    }
    nvml_probe(&gpu);
    if (m == MACHINE_HOPPER) return gpu.present && gpu.cc >= HOPPER_CC;
    if (m == MACHINE_MULTI) return gpu.present && gpu.count >= 2;
    return gpu.present;
}

static bool ask_python(App *a, const char *python, const char *module) {
    const char *code = arena_fmt(&a->arena,
                                 "import importlib.util as u, sys; "
                                 "sys.exit(u.find_spec('%s') is None)",
                                 module);
    const char *const argv[] = {python, "-c", code, NULL};
    Proc p = {0};
    Err ignored = {0};
    bool has = proc_run(argv, NULL, &p, &ignored) && p.status == 0;
    proc_free(&p);
    err_clear(&ignored);
    return has;
}

// A learner who installs a module should not wait long for kata to see it.
static bool has_module(App *a, const char *name) {
    enum { MINUTE = 60, DAY = 24 * 3600 };
    const char *key = arena_fmt(&a->arena, "python3|%s", name);
    double kept = a->store ? store_fact(a->store, key, DAY) : NAN;
    if (kept == 0) kept = store_fact(a->store, key, 5 * MINUTE);
    if (!isnan(kept)) return kept > 0;
    const char *given = getenv("KATA_PYTHON");
    const char *ours =
        given && *given ? given
                        : path_join(&a->arena, a->build, "python/bin/python");
    bool has = (proc_find(&a->arena, ours) && ask_python(a, ours, name)) ||
               (ours != given && ask_python(a, "python3", name));
    app_learn_fact(a, key, has);
    return has;
}

static bool has_headers(App *a) {
    Err ignored = {0};
    bool has = cutlass_find(&a->arena, a->build, &ignored);
    err_clear(&ignored);
    return has;
}

static bool has_need(App *a, MachineNeed m) {
    switch (asked[m]) {
    case PROGRAM: return proc_find(&a->arena, machine_names[m]) != NULL;
    case MODULE: return has_module(a, machine_names[m]);
    case HEADERS: return has_headers(a);
    default: return has_hardware(m);
    }
}

unsigned machine_lacks(App *a, unsigned needs) {
    const unsigned simulated = 1U << MACHINE_GPU | 1U << MACHINE_TENSOR |
                               1U << MACHINE_HOPPER | 1U << MACHINE_MULTI;
    if (needs & 1U << MACHINE_SIM) needs &= ~simulated;
    for (int m = 0; m < MACHINE_COUNT; m++) {
        unsigned bit = 1U << m;
        if (!(needs & bit) || (a->asked & bit)) continue;
        a->asked |= bit;
        if (has_need(a, (MachineNeed)m)) a->here |= bit;
    }
    return needs & ~a->here;
}

const char *machine_text(App *a, unsigned lacks) {
    Buf b = {0};
    for (int m = 0; m < MACHINE_COUNT; m++)
        if (lacks & 1U << m)
            buf_fmt(&b, "%s%s", b.len ? "; " : "", machine_meanings[m]);
    const char *text = arena_str(&a->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

bool machine_can_do(App *a, const Exercise *ex) {
    return kind_is_checked(ex->kind) && !machine_lacks(a, ex->machines);
}
