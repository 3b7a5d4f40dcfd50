// The modelled clock against a GPU: what tests/model/measure counted on the
// simulated device is fed to the model again, and its times are held against
// those that the same program measured. Used by the test of the bars, by the
// report and by the fit.
//
// Needs model.c, occupancy.c, gpu.c and spends.c of sim/time/, and base/.
#ifndef CALIBRATION_H
#define CALIBRATION_H

#include "base/buf.h"
#include "base/path.h"
#include "base/str.h"
#include "sim/time/model.h"
#include "sim/time/spends.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAL_VARIANTS = 1600,
    CAL_COLUMNS = 128,
    CAL_LAUNCHES = 16,  // of one kernel of the set, at most
    CAL_HELD_SET = 3,   // of which half only judges; all before it is fitted to
    CAL_OTHERS_SET = 4, // programs of others: likewise, and times are those of
                        // the kernel alone, not from event to event
};

typedef struct CalVariant {
    Str family, name;
    int set;
    bool hold;                      // held back: never used for fitting
    SimLaunchInfo at[CAL_LAUNCHES]; // its launches, as counted
    int n;
    double measured, model; // us, from event to event
    double foretold;        // us, written down before it was measured, or 0
    const char *limiter;    // of the longest launch
} CalVariant;

typedef struct Calibration {
    CalVariant at[CAL_VARIANTS];
    int n;
    CalVariant later[CAL_VARIANTS]; // counted, but not measured yet
    int nlater;
    Buf counts, times, before; // the files' texts
    char about[200]; // the second one's first line: device, driver, date
} Calibration;

// ---- reading

static inline bool cal_same(Str a, Str b) {
    return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

static inline int cal_cut(Str line, Str col[CAL_COLUMNS]) {
    int n = 0;
    while (n < CAL_COLUMNS && str_cut(&line, '\t', &col[n]))
        n++;
    return n;
}

static inline double cal_number(Str s) {
    return strtod(s.p, NULL);
}

static inline int cal_set(const Str *head, const Str *col, int n) {
    for (int i = 0; i < n; i++)
        if (str_eq(head[i], "set")) return (int)cal_number(col[i]);
    return 1;
}

static inline void cal_launch(const Str *head, const Str *col, int n,
                              SimLaunchInfo *in) {
    in->grid[1] = in->grid[2] = in->block[1] = in->block[2] = 1;
    for (int i = 0; i < n; i++) {
        double v = cal_number(col[i]);
        if (str_eq(head[i], "blocks")) in->grid[0] = (uint32_t)v;
        if (str_eq(head[i], "threads")) in->block[0] = (uint32_t)v;
        if (str_eq(head[i], "regs")) in->regs = (int)v;
        if (str_eq(head[i], "smem")) in->smem_bytes = (uint32_t)v;
        if (str_eq(head[i], "longest")) in->longest = v;
        if (str_eq(head[i], "busiest")) in->busiest = v;
        if (str_eq(head[i], "skew")) in->skew = v;
        if (str_eq(head[i], "hops")) in->hops = (uint32_t)v;
#define COUNTER(id, ...)                                                       \
    if (str_eq(head[i], #id)) in->c.id = (uint64_t)v;
#include "sim/counters.def"
    }
}

static inline CalVariant *cal_find(Calibration *c, Str family, Str name) {
    for (int i = 0; i < c->n; i++)
        if (cal_same(c->at[i].family, family) && cal_same(c->at[i].name, name))
            return &c->at[i];
    return NULL;
}

static inline void cal_counts(Calibration *c) {
    Str rest = {c->counts.data, c->counts.len}, line, head[CAL_COLUMNS],
        col[CAL_COLUMNS];
    int columns = 0;
    while (str_cut(&rest, '\n', &line)) {
        if (!columns) {
            columns = cal_cut(line, head);
            continue;
        }
        int n = cal_cut(line, col);
        if (n < columns) continue;
        CalVariant *v = cal_find(c, col[0], col[1]);
        if (!v && c->n < CAL_VARIANTS) v = &c->at[c->n++];
        if (!v || v->n == CAL_LAUNCHES) continue;
        v->family = col[0];
        v->name = col[1];
        v->set = cal_set(head, col, n);
        v->hold = v->set >= CAL_HELD_SET && str_eq(col[2], "hold");
        cal_launch(head, col, n, &v->at[v->n++]);
    }
}

// median: the column of it.
static inline void cal_times(Calibration *c, int median) {
    enum { FAMILY, NAME };
    Str rest = {c->times.data, c->times.len}, line, col[CAL_COLUMNS];
    while (str_cut(&rest, '\n', &line)) {
        if (line.n && line.p[0] == '#') {
            if (!c->about[0])
                snprintf(c->about, sizeof c->about, "%.*s", (int)line.n - 2,
                         line.p + 2);
            continue;
        }
        if (cal_cut(line, col) <= median) continue;
        CalVariant *v = cal_find(c, col[FAMILY], col[NAME]);
        if (v) v->measured = cal_number(col[median]);
    }
}

// What the model said of the third set before it was measured; never changed.
static inline void cal_foretold(Calibration *c) {
    Str rest = {c->before.data, c->before.len}, line, col[CAL_COLUMNS];
    while (str_cut(&rest, '\n', &line)) {
        if (!line.n || line.p[0] == '#' || cal_cut(line, col) < 3) continue;
        CalVariant *v = cal_find(c, col[0], col[1]);
        if (v) v->foretold = cal_number(col[2]);
    }
}

// Counts, times and what was foretold, from the text of three files. Variants
// that were not measured are put aside.
static inline bool cal_read_files(Calibration *c, char path[3][500], int median,
                                  Err *err) {
    if (!file_read(path[0], &c->counts, err) ||
        !file_read(path[1], &c->times, err) ||
        !file_read(path[2], &c->before, err))
        return false;
    cal_counts(c);
    cal_times(c, median);
    cal_foretold(c);
    int kept = 0;
    for (int i = 0; i < c->n; i++)
        if (c->at[i].measured > 0)
            c->at[kept++] = c->at[i];
        else
            c->later[c->nlater++] = c->at[i];
    c->n = kept;
    return true;
}

// Reads counts.tsv, the times of a GPU (median: their column) and those
// foretold from dir; foretold from a folder of it.
static inline bool cal_read_dir(Calibration *c, const char *dir,
                                const char *before, const char *gpu, int median,
                                Err *err) {
    char path[3][500];
    snprintf(path[0], sizeof path[0], "%s/counts.tsv", dir);
    snprintf(path[1], sizeof path[1], "%s/%s.tsv", dir, gpu);
    snprintf(path[2], sizeof path[2], "%s/%sforetold.tsv", dir, before);
    return cal_read_files(c, path, median, err);
}

static inline bool cal_read(Calibration *c, const char *dir, const char *gpu,
                            Err *err) {
    return cal_read_dir(c, dir, "third/", gpu, 4, err);
}

// The same of a folder of dir: "triton", whose rows are those that kernels.py
// prints, or "others", kernels of public programs.
static inline bool cal_read_part(Calibration *c, const char *dir,
                                 const char *part, const char *gpu, Err *err) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", dir, part);
    return cal_read_dir(c, path, "", gpu, strcmp(part, "triton") ? 4 : 2, err);
}

static inline void cal_free(Calibration *c) {
    buf_free(&c->counts);
    buf_free(&c->times);
    buf_free(&c->before);
}

// ---- judging

static inline void cal_model_one(CalVariant *v, const SimGpu *g) {
    double longest = -1;
    v->model = 0;
    for (int k = 0; k < v->n; k++) {
        SimLaunchInfo in = v->at[k];
        Occupancy occ = occupancy_of(g, in.regs, in.smem_bytes, in.block[0]);
        model_time(g, &occ, &in);
        if (v->set == CAL_OTHERS_SET)
            v->model += in.us;
        else
            v->model += k ? model_next_us(g, in.us) : model_event_us(g, in.us);
        if (in.us <= longest) continue;
        longest = in.us;
        v->limiter = in.limiter;
    }
}

static inline void cal_model(Calibration *c, const SimGpu *g) {
    for (int i = 0; i < c->n; i++)
        cal_model_one(&c->at[i], g);
    for (int i = 0; i < c->nlater; i++)
        cal_model_one(&c->later[i], g);
}

static inline int cal_by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// CAL_FORETOLD: the whole third set, by the times written down before it was
// measured and not by those of the model as it is now.
typedef enum CalHalf { CAL_FIT, CAL_HOLD, CAL_BOTH, CAL_FORETOLD } CalHalf;

typedef struct CalScore {
    int n;
    double median, p90, worst, bias; // bias: mean of log(model / measured)
    int pairs, swapped; // of a family, apart by more than 15 % when measured
} CalScore;

static inline bool cal_in(const CalVariant *v, CalHalf half) {
    if (half == CAL_FORETOLD) return v->foretold > 0;
    return half == CAL_BOTH || v->hold == (half == CAL_HOLD);
}

static inline double cal_said(const CalVariant *v, CalHalf half) {
    return half == CAL_FORETOLD ? v->foretold : v->model;
}

// family: NULL for all.
static inline CalScore cal_score(const Calibration *c, CalHalf half,
                                 const Str *family) {
    double e[CAL_VARIANTS];
    CalScore s = {0};
    for (int i = 0; i < c->n; i++) {
        const CalVariant *v = &c->at[i];
        double said = cal_said(v, half);
        if (!cal_in(v, half) || (family && !cal_same(v->family, *family)))
            continue;
        s.bias += log(said / v->measured);
        e[s.n++] = fabs(said / v->measured - 1);
        for (int k = 0; k < c->n; k++) {
            const CalVariant *w = &c->at[k];
            if (!cal_in(w, half) || !cal_same(v->family, w->family)) continue;
            if (w->measured <= 1.15 * v->measured) continue;
            s.pairs++;
            s.swapped += cal_said(w, half) <= said;
        }
    }
    if (!s.n) return s;
    qsort(e, (size_t)s.n, sizeof *e, cal_by_value);
    s.bias /= s.n;
    s.median = e[s.n / 2];
    s.p90 = e[(int)ceil(.9 * s.n) - 1];
    s.worst = e[s.n - 1];
    return s;
}

#endif
