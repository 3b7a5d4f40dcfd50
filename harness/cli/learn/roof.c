// Ceilings and best passes; see roof.h.
#include "cli/learn/roof.h"

#include "base/vec.h"
#include "gate/measure/measure.h"
#include "sim/sim.h"

#include <math.h>
#include <string.h>

bool roof_is_on(const char *device, const char *wanted) {
    const char *end = strstr(device, " (");
    size_t n = end ? (size_t)(end - device) : strlen(device);
    const SimGpu *model = sim_gpu_find(wanted);
    bool same = strlen(wanted) == n && strncmp(device, wanted, n) == 0;
    return same || (model && strlen(model->name) == n &&
                    strncmp(device, model->name, n) == 0);
}

static bool is_timed_pass(const TimeRow *t) {
    return t->verdict == VERDICT_PASS && t->us > 0;
}

const char *roof_newest(App *a, const TimeRow *rows, int n) {
    const TimeRow *newest = NULL;
    for (int i = 0; i < n; i++)
        if (is_timed_pass(&rows[i]) && (!newest || rows[i].id > newest->id))
            newest = &rows[i];
    if (!newest) return sim_gpu_find("h100")->name;
    const char *end = strstr(newest->device, " (");
    return end ? arena_strn(&a->arena, newest->device,
                            (size_t)(end - newest->device))
               : newest->device;
}

bool roof_open(App *a, const char *device, const GpuState *g, Roof *out) {
    *out =
        (Roof){.a = a, .device = device, .source = "ceilings: measured here"};
    out->at = arena_array(&a->arena, RoofPoint, (size_t)a->plan.nexercises * 2);
    for (int i = 0; i < CEILING_COUNT; i++)
        out->ceiling[i] = NAN;
    if (g->present && roof_is_on(g->name, device))
        for (int i = 0; i < CEILING_COUNT; i++)
            out->ceiling[i] = app_know_fact(
                a, ceiling_key(&a->arena, g->uuid, g->driver, (CeilingId)i));
    if (!isnan(out->ceiling[CEILING_read])) return true;
    const SimGpu *model = sim_gpu_find(device);
    if (!model) return false;
    Ceiling all[CEILING_COUNT];
    ceilings_modelled(model, all);
    for (int i = 0; i < CEILING_COUNT; i++)
        out->ceiling[i] = all[i].value;
    out->source = "ceilings: parameters of the model (kata calibrate measures "
                  "those of a GPU)";
    return true;
}

static void add_point(Roof *r, const Exercise *ex, const TimeRow *best) {
    App *a = r->a;
    RoofPoint p = {.name = plan_address(&a->arena, a->track, ex),
                   .link = arena_fmt(&a->arena, "e-%s", ex->id),
                   .attempt = best->id,
                   .modelled = best->modelled,
                   .us = best->us};
    int access = ex->measure.access ? ceiling_find(ex->measure.access) : -1;
    if (access >= 0) p.ceiling_gbs = r->ceiling[access];
    if (isnan(p.ceiling_gbs)) p.ceiling_gbs = 0;
    measure_least(&a->arena, &ex->measure, best->modelled, &p.bytes, &p.flops);
    if (p.bytes > 0) r->at[r->n++] = p;
}

void roof_add_best(Roof *r, const TimeRow *rows, int n) {
    for (int i = 0; i < n;) {
        const TimeRow *best[2] = {NULL, NULL}; // measured, modelled
        int k = i;
        for (; k < n && !strcmp(rows[k].exercise, rows[i].exercise); k++) {
            const TimeRow **b = &best[rows[k].modelled];
            if (is_timed_pass(&rows[k]) && (!*b || rows[k].us < (*b)->us) &&
                roof_is_on(rows[k].device, r->device))
                *b = &rows[k];
        }
        const Exercise *ex = plan_find(&r->a->plan, rows[i].exercise);
        i = k;
        if (!ex || !exercise_is_cuda(ex) || !ex->measure.bytes) continue;
        for (int m = 0; m < 2; m++)
            if (best[m]) add_point(r, ex, best[m]);
    }
}

RooflineView roof_view(const Roof *r) {
    static const CeilingId memory[] = {CEILING_read, CEILING_write,
                                       CEILING_copy, CEILING_triad};
    double tflops = r->ceiling[CEILING_fma32];
    double tensor = r->ceiling[CEILING_mma16];
    RooflineView v = {
        .device = r->device,
        .source = r->source,
        .gbs_of = "read",
        .gbs = r->ceiling[CEILING_read],
        .tflops = tflops > 0 ? tflops : 0,
        .tensor = tensor > 0 ? tensor : 0,
        .at = r->at,
        .n = r->n,
    };
    for (size_t i = 0; i < COUNT_OF(memory); i++)
        if (r->ceiling[memory[i]] > 0)
            v.memory[v.nmemory++] = (RoofCeiling){ceiling_info[memory[i]].id,
                                                  r->ceiling[memory[i]]};
    return v;
}
