// See export_likely.h.
#include "paper/export_likely.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- counters of launches

// Percent of DRAM's peak and bytes per time give the same peak for each launch
// that is busy with it.
static const char *check_peaks(Arena *a, const Export *e, const char **why) {
    double lo = INFINITY, hi = 0;
    for (int i = 0; i < e->n; i++) {
        const double *v = e->at[i].value;
        if (v[METRIC_dram_pct] > 101 || v[METRIC_sm_pct] > 101 ||
            v[METRIC_occupancy] > 101 || v[METRIC_lanes] > 32.01) {
            *why = arena_fmt(a, "row %d has more than 100 %% of a peak", i + 1);
            return "inconsistent";
        }
        if (!(v[METRIC_dram_pct] >= 20)) continue;
        double peak = (v[METRIC_read] + v[METRIC_written]) / v[METRIC_us] /
                      v[METRIC_dram_pct];
        lo = fmin(lo, peak);
        hi = fmax(hi, peak);
    }
    if (hi <= 1.25 * lo) return NULL;
    *why = "bytes, time and percent of the DRAM's peak do not fit each other "
           "in all launches: were they made in one run?";
    return "inconsistent";
}

// No GPU does so much in so short a time, or starts and ends a kernel in it.
static const char *check_speed(Arena *a, const Export *e, const char **why) {
    const double least_us = 0.5, dram_gbs = 30e3, l1_gbs = 150e3;
    enum { SECTOR = 32 };
    for (int i = 0; i < e->n; i++) {
        const ExportRow *r = &e->at[i];
        const double *v = r->value;
        double dram = (v[METRIC_read] + v[METRIC_written]) / r->us / 1e3,
               l1 = v[METRIC_sectors] * SECTOR / r->us / 1e3;
        if (r->us >= least_us && dram <= dram_gbs && l1 <= l1_gbs) continue;
        *why = arena_fmt(a,
                         "launch %d, of %s, takes %g us in the export: no GPU "
                         "does its work in so short a time",
                         i + 1, r->name, r->us);
        return "inconsistent";
    }
    return NULL;
}

// Compilers differ a little, and GPUs; what a warp asks for is in the program.
static bool within_factor(double a, double b, double factor) {
    return a == b || (a > 0 && b > 0 && a <= b * factor && b <= a * factor);
}

static const char *check_work(Arena *a, const Export *got, const Export *own,
                              const char **why) {
    static const struct {
        Metric metric;
        double factor;
        const char *name;
    } facts[] = {{METRIC_loads, 1.5, "requests to read global memory"},
                 {METRIC_stores, 1.5, "requests to write global memory"},
                 {METRIC_sectors, 1.5, "sectors (read and written)"},
                 {METRIC_lanes, 1.5, "threads per instruction"},
                 {METRIC_warp_insts, 4, "instructions of warps"}};
    for (int i = 0; i < got->n && i < own->n; i++)
        for (size_t k = 0; k < COUNT_OF(facts); k++) {
            double x = got->at[i].value[facts[k].metric],
                   y = own->at[i].value[facts[k].metric];
            if (within_factor(x, y, facts[k].factor)) continue;
            *why = arena_fmt(
                a,
                "launch %d, of %s: the export has %.5g %s, and on any GPU the "
                "program makes about %.5g",
                i + 1, got->at[i].name, x, facts[k].name, y);
            return "other-figures";
        }
    return NULL;
}

// ---- a timeline

// Work of one stream follows each other.
static const char *check_streams(Arena *a, const Export *e, const char **why) {
    const double slack_us = 0.5;
    for (int i = 0; i < e->n; i++)
        for (int k = i + 1; k < e->n; k++) {
            const ExportRow *x = &e->at[i], *y = &e->at[k];
            if (x->stream < 0 || x->stream != y->stream) continue;
            if (y->start + slack_us >= x->start + x->us) break;
            *why = arena_fmt(a,
                             "row %d, by start, begins %.4g us before row %d "
                             "of its stream has ended; a stream runs in order",
                             k + 1, x->start + x->us - y->start, i + 1);
            return "inconsistent";
        }
    return NULL;
}

// nsys writes the rate of a copy beside its bytes and its time. Small copies
// have too few digits.
static const char *check_rates(Arena *a, const Export *e, const char **why) {
    const double least_mb = 0.1, factor = 1.15;
    for (int i = 0; i < e->n; i++) {
        const ExportRow *r = &e->at[i];
        if (!(r->mb >= least_mb) || !isfinite(r->mbs)) continue;
        double mbs = r->mb / r->us * 1e6;
        if (within_factor(mbs, r->mbs, factor)) continue;
        *why = arena_fmt(a,
                         "row %d, by start, copies %g MB in %g us, which is "
                         "not the %g MB/s beside it",
                         i + 1, r->mb, r->us, r->mbs);
        return "inconsistent";
    }
    return NULL;
}

static int rows_of_kind(const Export *e, RowKind kind) {
    int n = 0;
    for (int i = 0; i < e->n; i++)
        n += e->at[i].kind == kind;
    return n;
}

static const char *check_copies(Arena *a, const Export *got, const Export *own,
                                const char **why) {
    static const struct {
        RowKind kind;
        const char *to;
    } ways[] = {{ROW_COPY_IN, "to"}, {ROW_COPY_OUT, "from"}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        int n = rows_of_kind(got, ways[i].kind),
            all = rows_of_kind(own, ways[i].kind);
        if (n >= all) continue;
        *why = arena_fmt(a,
                         "the export has %d copies %s the device, and the "
                         "program makes %d",
                         n, ways[i].to, all);
        return "other-program";
    }
    return NULL;
}

// ---- mistakes

static bool same_mistake(const ExportRow *x, const ExportRow *y) {
    return x->kind == y->kind && x->line == y->line && x->other == y->other &&
           !strcmp(x->name, y->name);
}

static bool same_thread(const ExportRow *x, const ExportRow *y) {
    return !memcmp(x->grid, y->grid, sizeof x->grid) &&
           !memcmp(x->block, y->block, sizeof x->block);
}

// How many threads make r's mistake, by e.
static long count_threads(const Export *e, const ExportRow *r) {
    long n = 0;
    for (int i = 0; i < e->n; i++) {
        bool again = !same_mistake(&e->at[i], r);
        for (int k = 0; k < i && !again; k++)
            again =
                same_mistake(&e->at[k], r) && same_thread(&e->at[k], &e->at[i]);
        if (!again) n += e->at[i].count;
    }
    return n;
}

static const char *check_faults(Arena *a, const Export *got, const Export *own,
                                const char **why) {
    for (int i = 0; i < got->n; i++) {
        const ExportRow *r = &got->at[i];
        long all = count_threads(own, r);
        if (all > 0 && (r->kind == ROW_RACE || count_threads(got, r) <= all))
            continue;
        *why = arena_fmt(a,
                         "the export tells of a mistake in line %d, of %s, "
                         "that the program does not make there%s: was it "
                         "changed, or the export?",
                         r->line, r->name, all > 0 ? " so often" : "");
        return "other-program";
    }
    return NULL;
}

// compute-sanitizer ends each report with the number of mistakes in it.
static const char *check_reports(const Export *got, const char **why) {
    bool found[ROW_INIT + 1] = {false};
    int tools = 0;
    for (int i = 0; i < got->n; i++) {
        tools += !found[got->at[i].kind];
        found[got->at[i].kind] = true;
    }
    if (got->reports >= tools && got->summed >= got->n) return NULL;
    *why = "each tool begins its report with a headline and ends it with a "
           "summary that counts the mistakes: here some are missing, or count "
           "fewer than the export tells of. Is it whole?";
    return "incomplete";
}

const char *export_unlikely(Arena *a, const Export *got, const Export *own,
                            const char **why) {
    const char *bad = NULL;
    if (got->kind == EXPORT_FAULTS) {
        bad = check_faults(a, got, own, why);
        return bad || !strcmp(got->tool, "kata sim") ? bad
                                                     : check_reports(got, why);
    }
    if (!strcmp(got->tool, "kata sim")) return NULL; // compared to the digit
    if (got->kind == EXPORT_KERNELS) {
        bad = check_peaks(a, got, why);
        if (!bad) bad = check_speed(a, got, why);
        return bad ? bad : check_work(a, got, own, why);
    }
    bad = check_copies(a, got, own, why);
    if (!bad) bad = check_streams(a, got, why);
    return bad ? bad : check_rates(a, got, why);
}
