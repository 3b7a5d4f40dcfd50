// Pictures of a roofline; see report.h.
//
// A kernel without arithmetic has no place under a roof of arithmetic: its
// traffic is drawn beside the ceilings of memory instead, sorted.
#include "report/report.h"

#include <math.h>
#include <stdlib.h>

enum { CURVE = 64 };

// The points of one clock, with or without arithmetic.
static PlotSeries roof_series(Arena *a, const RooflineView *v, bool modelled,
                              bool arithmetic) {
    double *x = arena_array(a, double, (size_t)v->n);
    double *y = arena_array(a, double, (size_t)v->n);
    const char **labels = arena_array(a, const char *, (size_t)v->n);
    const char **links = arena_array(a, const char *, (size_t)v->n);
    PlotSeries s = {.name = modelled ? "modelled" : "measured",
                    .x = x,
                    .y = y,
                    .points = true,
                    .hollow = modelled,
                    .labels = labels,
                    .links = links};
    for (int i = 0; i < v->n; i++) {
        const RoofPoint *p = &v->at[i];
        if (p->modelled != modelled || (p->flops > 0) != arithmetic) continue;
        x[s.n] = arithmetic ? p->flops / p->bytes : 0;
        y[s.n] = arithmetic ? p->flops / p->us / 1e6 : p->bytes / p->us / 1e3;
        labels[s.n] = p->name;
        links[s.n++] = p->link;
    }
    return s;
}

// A line from one x to another; y of it is slope * x, at most `most`.
static PlotSeries ceiling_series(Arena *a, const char *name, double from,
                                 double to, double slope, double most) {
    double *x = arena_array(a, double, CURVE);
    double *y = arena_array(a, double, CURVE);
    for (int i = 0; i < CURVE; i++) {
        x[i] = from * pow(to / from, (double)i / (CURVE - 1));
        y[i] = slope > 0 ? min_of(slope * x[i], most) : most;
    }
    return (PlotSeries){
        .name = name, .x = x, .y = y, .n = CURVE, .ceiling = true};
}

bool roofline_plot(Arena *a, const RooflineView *v, Plot *out) {
    *out = (Plot){
        .title = arena_fmt(a, "Roofline, %s", v->device),
        .xlabel = "flop per byte",
        .ylabel = "TFLOP/s",
        .log_y = true,
        .height = 340,
    };
    for (int m = 0; m < 2; m++)
        out->series[out->n++] = roof_series(a, v, m, true);
    int n = out->series[0].n + out->series[1].n;
    if (!n) return false;
    double lo = 1.0 / 16, hi = 1024;
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < out->series[m].n; i++) {
            lo = min_of(lo, out->series[m].x[i] / 2);
            hi = max_of(hi, out->series[m].x[i] * 2);
        }
    double ridge = v->tflops > 0 ? v->tflops * 1e3 / v->gbs : hi;
    out->series[out->n++] = ceiling_series(
        a, arena_fmt(a, "%s %.0f GB/s", v->gbs_of, v->gbs), lo, ridge,
        v->gbs / 1e3, v->tflops > 0 ? v->tflops : INFINITY);
    if (v->tflops > 0)
        out->series[out->n++] =
            ceiling_series(a, arena_fmt(a, "fp32 %.1f TFLOP/s", v->tflops),
                           ridge, max_of(hi, ridge * 2), 0, v->tflops);
    out->desc = arena_fmt(a,
                          "%d kernels by their arithmetic per byte, under "
                          "the ceilings of memory and of arithmetic.",
                          n);
    return true;
}

typedef struct Traffic {
    double gbs;
    const char *label, *link;
} Traffic;

static int by_traffic(const void *x, const void *y) {
    const Traffic *a = x, *b = y;
    return a->gbs < b->gbs ? 1 : a->gbs > b->gbs ? -1 : 0;
}

// The fastest first, over both clocks.
static void rank_series(Arena *a, PlotSeries s[2], int n) {
    Traffic *all = arena_array(a, Traffic, (size_t)n);
    int at = 0;
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < s[m].n; i++)
            all[at++] = (Traffic){s[m].y[i], s[m].labels[i], s[m].links[i]};
    qsort(all, (size_t)n, sizeof *all, by_traffic);
    for (int m = 0; m < 2; m++) {
        double *x = arena_array(a, double, (size_t)n);
        for (int i = 0; i < s[m].n; i++)
            for (int k = 0; k < n; k++)
                if (all[k].label == s[m].labels[i]) x[i] = k + 1;
        s[m].x = x;
    }
}

// Ceilings of one height share a line: "write, copy, triad 4075 GB/s".
static void add_memory(Arena *a, Plot *p, const RooflineView *v, int n) {
    bool done[COUNT_OF(v->memory)] = {false};
    for (int i = 0; i < v->nmemory; i++) {
        const char *names = v->memory[i].name;
        double gbs = v->memory[i].gbs;
        for (int k = i + 1; k < v->nmemory && !done[i]; k++)
            if (fabs(v->memory[k].gbs / gbs - 1) < 1e-3) {
                names = arena_fmt(a, "%s, %s", names, v->memory[k].name);
                done[k] = true;
            }
        if (!done[i])
            p->series[p->n++] =
                ceiling_series(a, arena_fmt(a, "%s %.0f GB/s", names, gbs), 0.5,
                               n + 0.5, 0, gbs);
    }
}

bool roofline_memory_plot(Arena *a, const RooflineView *v, Plot *out) {
    *out = (Plot){
        .title = arena_fmt(a, "Memory alone, %s",
                           v->device),
        .xlabel = "rank",
        .ylabel = "GB/s",
        .log_y = true,
        .linear_x = true,
        .height = 340,
    };
    for (int m = 0; m < 2; m++)
        out->series[out->n++] = roof_series(a, v, m, false);
    int n = out->series[0].n + out->series[1].n;
    if (!n) return false;
    rank_series(a, out->series, n);
    add_memory(a, out, v, n);
    out->desc = arena_fmt(a,
                          "%d kernels that only move memory, the fastest "
                          "first, under the ceilings of memory.",
                          n);
    return true;
}
