// Libraries, medals, ceilings; see dashboard_times.h.
#include "cli/learn/dashboard_times.h"

#include "cli/learn/roof.h"
#include "gate/measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- gates

enum { GATES_MOST = 24 };

typedef struct GateWalk {
    App *a;
    Page *p;
    TimeRow **by_id; // rising
    int n, at;
    TimeRow *row;              // of the attempt whose gates are being read
    GateRow gates[GATES_MOST]; // of it: only what medals ask for
    int ngates;
} GateWalk;

static int by_attempt(const void *x, const void *y) {
    const TimeRow *const *a = x, *const *b = y;
    return (*a)->id < (*b)->id ? -1 : (*a)->id > (*b)->id;
}

static bool bar_is_met(const GateWalk *w, const Gate *bar) {
    const char *of = bar->of ? bar->of : bar->over;
    for (int i = 0; i < w->ngates; i++) {
        const GateRow *g = &w->gates[i];
        if (strcmp(g->metric, bar->metric) != 0 ||
            strcmp(g->of ? g->of : "", of ? of : "") != 0)
            continue;
        if (isfinite(g->value) &&
            (bar->at_least ? g->value >= bar->bound : g->value <= bar->bound))
            return true;
    }
    return false;
}

static PageExercise *gate_exercise(const GateWalk *w) {
    return (PageExercise *)(uintptr_t)page_find(w->p, w->row->exercise);
}

// The attempt's gates are all there: what do they earn?
static void end_attempt(GateWalk *w) {
    PageExercise *e = w->ngates ? gate_exercise(w) : NULL;
    if (e && w->row->verdict == VERDICT_PASS)
        for (int m = e->nmedals; m < e->ex->nmedals; m++) {
            const Medal *medal = &e->ex->medals[m];
            bool all = medal->ngates > 0;
            for (int i = 0; all && i < medal->ngates; i++)
                all = bar_is_met(w, &medal->gates[i]);
            if (all) e->nmedals = m + 1;
        }
    w->ngates = 0;
}

static const char *library_gate(const GateRow *g) {
    if (!strcmp(g->metric, "fraction_of_cublas")) return "cuBLAS";
    if (!strcmp(g->metric, "fraction_of_cub")) return "CUB";
    if (!strcmp(g->metric, "fraction_of_blas")) return "CBLAS";
    return NULL;
}

static void take_gate(void *ctx, int64_t attempt, const GateRow *g) {
    GateWalk *w = ctx;
    if (!w->row || w->row->id != attempt) {
        if (w->row) end_attempt(w);
        while (w->at < w->n && w->by_id[w->at]->id < attempt)
            w->at++;
        w->row = w->at < w->n && w->by_id[w->at]->id == attempt
                     ? w->by_id[w->at]
                     : NULL;
    }
    if (!w->row) return;
    const char *library = library_gate(g);
    if (library && g->value > 0 && w->row->us > 0) {
        PageExercise *e = gate_exercise(w);
        w->row->library_us = g->value * w->row->us;
        if (e) e->library = library;
    }
    if (w->row->verdict != VERDICT_PASS || w->ngates == GATES_MOST) return;
    const PageExercise *e = gate_exercise(w);
    for (int m = 0; e && m < e->ex->nmedals; m++)
        for (int i = 0; i < e->ex->medals[m].ngates; i++) {
            const Gate *bar = &e->ex->medals[m].gates[i];
            const char *of = bar->of ? bar->of : bar->over;
            if (strcmp(bar->metric, g->metric) != 0 ||
                strcmp(of ? of : "", g->of ? g->of : "") != 0)
                continue;
            w->gates[w->ngates++] =
                (GateRow){.metric = bar->metric, .of = of, .value = g->value};
            return;
        }
}

bool times_add_gates(App *a, Page *p, TimeRow *rows, int n, Err *err) {
    GateWalk w = {.a = a, .p = p, .n = n};
    w.by_id = arena_array(&a->arena, TimeRow *, (size_t)n);
    for (int i = 0; i < n; i++)
        w.by_id[i] = &rows[i];
    qsort(w.by_id, (size_t)n, sizeof(*w.by_id), by_attempt);
    if (!store_each_gate(a->store, take_gate, &w, err)) return false;
    if (w.row) end_attempt(&w);
    return true;
}

// ---- ceilings

enum { ROOFS_MOST = 6 };

typedef struct Roofs {
    App *a;
    GpuState gpu;
    Roof at[ROOFS_MOST];
    bool known[ROOFS_MOST];
    int n;
} Roofs;

static const char *base_name(App *a, const char *device) {
    const char *end = strstr(device, " (");
    return end ? arena_strn(&a->arena, device, (size_t)(end - device)) : device;
}

// NULL: nothing is known of it, or there are too many.
static Roof *roof_of(Roofs *r, const char *device) {
    for (int i = 0; i < r->n; i++)
        if (roof_is_on(device, r->at[i].device))
            return r->known[i] ? &r->at[i] : NULL;
    if (r->n == ROOFS_MOST || !*device) return NULL;
    const char *name = base_name(r->a, device);
    int i = r->n++;
    r->known[i] = roof_open(r->a, name, &r->gpu, &r->at[i]);
    r->at[i].device = name;
    return r->known[i] ? &r->at[i] : NULL;
}

static bool uses_tensor_cores(const Exercise *ex) {
    for (int i = 0; i < ex->ngates; i++)
        if (!strcmp(ex->gates[i].metric, "tensor_flops")) return true;
    return false;
}

// The larger of the times for its traffic and for its arithmetic.
static void set_least(App *a, PageExercise *e, const Roof *r, bool modelled) {
    const Exercise *ex = e->ex;
    double bytes, flops;
    measure_least(&a->arena, &ex->measure, modelled, &bytes, &flops);
    int access = ex->measure.access ? ceiling_find(ex->measure.access) : -1;
    if (access < 0 || !(r->ceiling[access] > 0)) access = CEILING_read;
    int unit = uses_tensor_cores(ex) ? CEILING_mma16 : CEILING_fma32;
    double memory = bytes / r->ceiling[access] / 1e3;
    double arithmetic = flops / r->ceiling[unit] / 1e6;
    bool compute = arithmetic > memory;
    double least = compute ? arithmetic : memory;
    if (!(least > 0)) return;
    e->least_us[modelled] = least;
    e->least_of[modelled] =
        arena_fmt(&a->arena, "%s ceiling%s",
                  compute ? ceiling_info[unit].id : ceiling_info[access].id,
                  modelled ? ", modelled" : "");
}

static void set_all_least(Roofs *r, PageExercise *e) {
    if (!exercise_is_cuda(e->ex) || !e->ex->measure.present) return;
    const char *device[2] = {NULL, NULL};
    for (int i = 0; i < e->ntimes; i++)
        if (e->times[i].us > 0)
            device[e->times[i].modelled] = e->times[i].device;
    for (int m = 0; m < 2; m++) {
        const Roof *roof = device[m] ? roof_of(r, device[m]) : NULL;
        if (roof) set_least(r->a, e, roof, m);
    }
}

void times_add_roofs(App *a, Page *p, const TimeRow *rows, int n) {
    Roofs *r = arena_new(&a->arena, Roofs);
    RooflineView *views = arena_array(&a->arena, RooflineView, ROOFS_MOST);
    r->a = a;
    nvml_probe(&r->gpu);
    if (n) roof_of(r, roof_newest(a, rows, n));
    for (int i = 0; i < p->n; i++)
        set_all_least(r, (PageExercise *)(uintptr_t)&p->at[i]);
    for (int i = 0; i < r->n; i++) {
        if (!r->known[i]) continue;
        roof_add_best(&r->at[i], rows, n);
        if (r->at[i].n) views[p->nroofs++] = roof_view(&r->at[i]);
    }
    p->roofs = views;
}
