// Verdicts of timed gates, modelled against measured.
//
// tests/model/gates.h200.tsv holds what a GPU gave for every gate on time of
// the shipped solutions, the mutants that are there to be slow, and baselines;
// gates.counts.tsv what the simulated device counted for the same files, in two
// sizes. Here the counts go through the model again, and each gate is judged
// twice:
//
//   plain    modelled time against the modelled ceiling, or against the
//            baseline's modelled time
//   scaled   modelled time against the solution's under the same model, times
//            what the solution measured on that GPU (gate/measure/gates.c does
//            this)
#ifndef GATE_VERDICTS_H
#define GATE_VERDICTS_H

#include "tests/calibration.h"

#include <assert.h>
#include <string.h>

enum { GV_CASES = 200, GV_RUNS = 200, GV_RECORDS = 600 };

// small: the size that kata simulates; full: the one that it measures.
typedef enum GvSize { GV_SMALL, GV_FULL, GV_SIZES } GvSize;
typedef enum GvRule { GV_PLAIN, GV_SCALED, GV_RULES } GvRule;
typedef enum GvKind { GV_ALL, GV_SOLUTIONS, GV_OTHERS } GvKind;

typedef struct GvCase {
    Str exercise, file, metric, of;
    double bound, value, lo, hi; // as measured
    double model[GV_RULES][GV_SIZES];
    const char *limiter[GV_SIZES];
} GvCase;

// One file in one size, as counted.
typedef struct GvRun {
    Str exercise, file;
    GvSize size;
    double us, bytes; // as modelled then, from event to event
    double launches, listed;
    double more; // us that the model says more now, over the launches listed
    double most; // us of the longest launch
    const char *limiter;
} GvRun;

typedef struct GvRecord {
    Str exercise, of;
    double fraction;
} GvRecord;

typedef struct GateVerdicts {
    GvCase at[GV_CASES];
    int n;
    GvRun runs[GV_RUNS];
    int nruns;
    GvRecord records[GV_RECORDS];
    int nrecords;
    Buf counts, gates, recorded;
    char about[200]; // device, driver, date
} GateVerdicts;

// ---- reading

static inline void gv_read_gates(GateVerdicts *v) {
    Str rest = {v->gates.data, v->gates.len}, line, col[CAL_COLUMNS];
    while (str_cut(&rest, '\n', &line)) {
        if (line.n > 2 && line.p[0] == '#') {
            if (!v->about[0])
                snprintf(v->about, sizeof v->about, "%.*s", (int)line.n - 2,
                         line.p + 2);
            continue;
        }
        if (cal_cut(line, col) < 8 || v->n == GV_CASES) continue;
        v->at[v->n++] = (GvCase){
            .exercise = col[0],
            .file = col[1],
            .metric = col[2],
            .of = col[3],
            .bound = cal_number(col[4]),
            .value = cal_number(col[5]),
            .lo = cal_number(col[6]),
            .hi = cal_number(col[7]),
            .limiter = {"", ""},
        };
    }
}

// Rows of this GPU alone: other ones may stand beside them.
static inline void gv_read_records(GateVerdicts *v, const char *gpu) {
    enum { DEVICE = 7 };
    Str rest = {v->recorded.data, v->recorded.len}, line, col[CAL_COLUMNS];
    char device[80];
    while (str_cut(&rest, '\n', &line)) {
        if (!line.n || line.p[0] == '#' || cal_cut(line, col) <= DEVICE)
            continue;
        snprintf(device, sizeof device, "%.*s", (int)col[DEVICE].n,
                 col[DEVICE].p);
        if (!strcasestr(device, gpu)) continue;
        assert(v->nrecords < GV_RECORDS);
        v->records[v->nrecords++] =
            (GvRecord){col[0], col[1], cal_number(col[2])};
    }
}

static inline GvRun *gv_run(GateVerdicts *v, Str exercise, Str file,
                            GvSize size) {
    for (int i = 0; i < v->nruns; i++) {
        GvRun *r = &v->runs[i];
        if (r->size == size && cal_same(r->exercise, exercise) &&
            cal_same(r->file, file))
            return r;
    }
    return NULL;
}

// A launch's time now, beside that when it was counted. Library work carries no
// counters and is not the model's.
static inline void gv_launch(GvRun *r, const SimGpu *g, const Str *head,
                             const Str *col, int n, double then) {
    SimLaunchInfo in = {0};
    cal_launch(head, col, n, &in);
    r->listed++;
    if (in.c.warp_insts) {
        Occupancy occ = occupancy_of(g, in.regs, in.smem_bytes, in.block[0]);
        model_time(g, &occ, &in);
        r->more += in.us - then;
    } else {
        in.us = then;
        in.limiter = "a library";
    }
    if (in.us <= r->most) return;
    r->most = in.us;
    r->limiter = in.limiter;
}

static inline void gv_read_counts(GateVerdicts *v, const SimGpu *g) {
    enum { EXERCISE, FILE_, SIZE, EVENT, LAUNCHES, BYTES, US };
    Str rest = {v->counts.data, v->counts.len}, line, head[CAL_COLUMNS],
        col[CAL_COLUMNS];
    int columns = 0;
    while (str_cut(&rest, '\n', &line)) {
        if (!columns) {
            columns = cal_cut(line, head);
            continue;
        }
        int n = cal_cut(line, col);
        if (n < columns) continue;
        GvSize size = str_eq(col[SIZE], "full") ? GV_FULL : GV_SMALL;
        GvRun *r = gv_run(v, col[EXERCISE], col[FILE_], size);
        if (!r && v->nruns < GV_RUNS) r = &v->runs[v->nruns++];
        if (!r) continue;
        r->exercise = col[EXERCISE];
        r->file = col[FILE_];
        r->size = size;
        r->us = cal_number(col[EVENT]);
        r->bytes = cal_number(col[BYTES]);
        r->launches = cal_number(col[LAUNCHES]);
        gv_launch(r, g, head, col, n, cal_number(col[US]));
    }
}

// ---- judging

static inline double gv_us(const GvRun *r) {
    return r ? r->us + r->more * r->launches / r->listed : NAN;
}

static inline bool gv_is_solution(const GvCase *c) {
    return c->file.n == c->exercise.n + 3 &&
           !memcmp(c->file.p, c->exercise.p, c->exercise.n);
}

static inline double gv_recorded(const GateVerdicts *v, const GvCase *c) {
    for (int i = 0; i < v->nrecords; i++)
        if (cal_same(v->records[i].exercise, c->exercise) &&
            cal_same(v->records[i].of, c->of))
            return v->records[i].fraction;
    return NAN;
}

static inline void gv_judge(GateVerdicts *v, const SimGpu *g, GvCase *c,
                            GvSize size) {
    char of[60], file[120];
    snprintf(of, sizeof of, "%.*s", (int)c->of.n, c->of.p);
    snprintf(file, sizeof file, "%.*s.cu", (int)c->exercise.n, c->exercise.p);
    GvRun *run = gv_run(v, c->exercise, c->file, size);
    GvRun *solution = gv_run(v, c->exercise, str_of(file), size);
    GvRun *rival = gv_run(v, c->exercise, str_of("baseline.cu"), size);
    double us = gv_us(run), roof = sim_ceiling_gbs(g, of);
    c->model[GV_SCALED][size] = gv_recorded(v, c) * gv_us(solution) / us;
    c->model[GV_PLAIN][size] =
        roof > 0 && run ? run->bytes / us / 1e3 / roof : gv_us(rival) / us;
    if (run) c->limiter[size] = run->limiter;
}

// 1 pass, 0 fail, -1 neither: the interval lies across the bar, or is unknown.
static inline int gv_verdict(double bound, double lo, double hi) {
    return lo >= bound ? 1 : hi < bound ? 0 : -1;
}

static inline int gv_measured(const GvCase *c) {
    return gv_verdict(c->bound, c->lo, c->hi);
}

static inline int gv_modelled(const GvCase *c, GvRule rule, GvSize size) {
    return gv_verdict(c->bound, c->model[rule][size], c->model[rule][size]);
}

static inline bool gv_is(const GvCase *c, GvKind kind) {
    return kind == GV_ALL || gv_is_solution(c) == (kind == GV_SOLUTIONS);
}

// Cases that the GPU decided and that were modelled in this size; *equal of
// them the model decides alike.
static inline int gv_count(const GateVerdicts *v, GvRule rule, GvSize size,
                           GvKind kind, int *equal) {
    int n = 0;
    *equal = 0;
    for (int i = 0; i < v->n; i++) {
        const GvCase *c = &v->at[i];
        if (!gv_is(c, kind) || gv_measured(c) < 0 ||
            isnan(c->model[rule][size]))
            continue;
        n++;
        *equal += gv_modelled(c, rule, size) == gv_measured(c);
    }
    return n;
}

// Why a verdict differs, as far as the numbers tell.
static inline const char *gv_why(const GvCase *c, GvRule rule, GvSize size) {
    double v = c->model[rule][size], off = v / c->value;
    if (fabs(c->bound / c->value - 1) < .1)
        return "measured within a tenth of the bar";
    if (size == GV_SMALL && rule == GV_PLAIN)
        return "what is around so short a kernel counts for more";
    if (size == GV_SMALL) return "a small case hides what a large one shows";
    return off > 1 ? "the model is too fast" : "the model is too slow";
}

// Reads dir/gates.GPU.tsv, dir/gates.counts.tsv and the record of what
// solutions measured, and judges.
static inline bool gv_read(GateVerdicts *v, const char *dir, const char *gpu,
                           const char *recorded, Err *err) {
    const SimGpu *g = sim_gpu_find(gpu);
    char path[2][500];
    snprintf(path[0], sizeof path[0], "%s/gates.%s.tsv", dir, gpu);
    snprintf(path[1], sizeof path[1], "%s/gates.counts.tsv", dir);
    if (!file_read(path[0], &v->gates, err) ||
        !file_read(path[1], &v->counts, err) ||
        !file_read(recorded, &v->recorded, err))
        return false;
    gv_read_gates(v);
    gv_read_records(v, gpu);
    gv_read_counts(v, g);
    for (int i = 0; i < v->n; i++)
        for (int size = 0; size < GV_SIZES; size++)
            gv_judge(v, g, &v->at[i], (GvSize)size);
    return true;
}

static inline void gv_free(GateVerdicts *v) {
    buf_free(&v->gates);
    buf_free(&v->counts);
    buf_free(&v->recorded);
}

#endif
