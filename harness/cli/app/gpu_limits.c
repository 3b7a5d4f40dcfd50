// See facts.h.
#include "cli/app/gpu_limits.h"

#include "base/path.h"
#include "base/scratch.h"

#include <math.h>
#include <string.h>

static void say_wait(void *app, const char *text) {
    app_show_step(app, text ? text : "measuring");
}

bool gpu_limits_measure(App *a, const GpuState *g, unsigned groups,
                        Ceiling all[CEILING_COUNT], DeviceInfo *device,
                        Err *err) {
    Arena *m = &a->arena;
    Toolkit tk = {0};
    BuildPlaces places = {path_join(m, a->build, "cache"),
                          path_join(m, a->build, "lib")};
    DeviceLock lock = {.say = say_wait, .ctx = a};
    CeilingRequest q = {
        .toolkit = &tk,
        .places = &places,
        .folder = path_join(m, a->root, "harness/bench"),
        .cc = g->cc,
        .groups = groups,
        .lock = &lock,
        .progress = app_show_step,
        .ctx = a,
    };
    Scratch scratch;
    if (!toolkit_find(m, a->build, &tk, err) ||
        !scratch_open(&scratch, m, a->build, "calibrate", err))
        return false;
    q.scratch = scratch.path;
    device_lock_open(&lock, g->uuid);
    bool ok = ceilings_measure(m, &q, all, device, err);
    device_lock_close(&lock);
    term_spin_end();
    scratch_close(&scratch);
    for (int i = 0; ok && i < CEILING_COUNT; i++)
        if (!isnan(all[i].value) && !all[i].doubtful)
            app_learn_fact(a, ceiling_key(m, g->uuid, g->driver, (CeilingId)i),
                           all[i].value);
    return ok;
}

void gpu_limits_gather(App *a, const GpuState *g, GpuLimits *out) {
    const unsigned asked = CEILING_MEMORY | CEILING_COMPUTE;
    bool whole = true;
    *out = (GpuLimits){0};
    if (!g->present) return;
    for (int i = 0; i < CEILING_COUNT; i++) {
        out->key[i] = ceiling_key(&a->arena, g->uuid, g->driver, (CeilingId)i);
        out->value[i] = app_know_fact(a, out->key[i]);
        whole &= !isnan(out->value[i]) || !(ceiling_info[i].group & asked);
    }
    if (whole) return;
    Ceiling all[CEILING_COUNT];
    Err ignored = {0}; // gates that ask for one are skipped, and say so
    bool ok = gpu_limits_measure(a, g, asked, all, NULL, &ignored);
    for (int i = 0; ok && i < CEILING_COUNT; i++)
        if (ceiling_info[i].group & asked)
            out->value[i] = all[i].doubtful ? NAN : all[i].value;
    err_clear(&ignored);
}

double gpu_limits_know(void *facts, const char *key) {
    const GpuLimits *f = facts;
    for (int i = 0; i < CEILING_COUNT; i++)
        if (f->key[i] && strcmp(f->key[i], key) == 0) return f->value[i];
    return NAN;
}
