// Reading solutions/measured.tsv; see recorded.h.
#include "gate/check/recorded.h"

#include "base/day.h"
#include "base/path.h"
#include "base/str.h"
#include "gate/measure/baseline.h"
#include "gate/measure/ceiling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXERCISE, OF, FRACTION, GBS, MEDIAN, LO, HI, DEVICE, DRIVER, DATE, N };

typedef struct Row {
    Str col[N];
} Row;

static bool next_row(Str *rest, Row *row) {
    Str line;
    while (str_cut(rest, '\n', &line)) {
        Str part = line;
        int n = 0;
        while (n < N && str_cut(&part, '\t', &row->col[n]))
            n++;
        if (n == N && row->col[0].p[0] != '#') return true;
    }
    return false;
}

static double column_number(const Row *row, int col) {
    return strtod(row->col[col].p, NULL);
}

// The last row of an exercise (NULL: of any), and of a denominator (NULL: any),
// of this device if there is one of it.
static bool find_row(Str text, const char *exercise, const char *of,
                     const char *device, Row *out) {
    Row row;
    bool found = false, own = false;
    while (next_row(&text, &row)) {
        bool here = str_eq(row.col[DEVICE], device);
        if ((exercise && !str_eq(row.col[EXERCISE], exercise)) ||
            (of && !str_eq(row.col[OF], of)) || (own && !here))
            continue;
        *out = row;
        own = here;
        found = true;
    }
    return found;
}

static bool is_roof(const char *of) {
    return strcmp(of, "theoretical") == 0 || ceiling_find(of) >= 0;
}

// A denominator that no gate of the exercise had when it was recorded: what the
// solution moved in a second, over the roof that another row of that device was
// divided by.
static double by_roof(Str text, const char *exercise, const char *of,
                      const char *device, Row *row) {
    Row other;
    if (!is_roof(of) || !find_row(text, exercise, NULL, device, row))
        return NAN;
    const char *same = strndup(row->col[DEVICE].p, row->col[DEVICE].n);
    bool known = same && find_row(text, NULL, of, same, &other) &&
                 str_eq(other.col[DEVICE], same);
    free((char *)(uintptr_t)same);
    double roof =
        known ? column_number(&other, GBS) / column_number(&other, FRACTION)
              : 0;
    return roof > 0 && isfinite(roof) ? column_number(row, GBS) / roof : NAN;
}

static bool read_rows(Arena *a, const char *root, Buf *text) {
    Err err = {0};
    const char *path = path_join(a, root, "solutions/measured.tsv");
    bool ok = path_exists(path) && file_read(path, text, &err);
    err_clear(&err);
    return ok;
}

double recorded_fraction(Arena *a, const char *root, const char *exercise,
                         const char *of, const char *device,
                         const char **where) {
    Buf text = {0};
    Row row;
    if (!read_rows(a, root, &text)) return NAN;
    Str all = {text.data, text.len};
    double found = find_row(all, exercise, of, device, &row)
                       ? column_number(&row, FRACTION)
                       : by_roof(all, exercise, of, device, &row);
    if (!isnan(found))
        *where =
            arena_fmt(a, "%.*s, %.*s", (int)row.col[DEVICE].n,
                      row.col[DEVICE].p, (int)row.col[DATE].n, row.col[DATE].p);
    buf_free(&text);
    return found;
}

// A row bears no size of the timed case, which may have changed since: what it
// moved tells, GB/s times microseconds. One decimal of GB/s was written.
static bool is_of_bytes(const Row *row, double bytes) {
    double gbs = column_number(row, GBS);
    double moved = gbs * column_number(row, MEDIAN) * 1e3;
    return gbs > 0 && fabs(moved - bytes) <= bytes * (0.001 + 0.05 / gbs);
}

double recorded_us(Arena *a, const char *root, const char *exercise,
                   const Timing *time, const char *device, const char **date) {
    Buf text = {0};
    Row row;
    double us = 0;
    if (read_rows(a, root, &text) &&
        find_row((Str){text.data, text.len}, exercise, NULL, device, &row) &&
        str_eq(row.col[DEVICE], device) && is_of_bytes(&row, time->bytes)) {
        us = column_number(&row, MEDIAN);
        *date = arena_strn(a, row.col[DATE].p, row.col[DATE].n);
    }
    buf_free(&text);
    return us;
}

// The denominator of the exercise's first gate that has one; or NULL.
static const char *first_denominator(const Exercise *ex) {
    for (int i = 0; i < ex->ngates; i++) {
        const Gate *g = &ex->gates[i];
        const char *of = baseline_of(g);
        if (!strcmp(g->metric, "bandwidth")) of = g->of;
        if (of) return of;
    }
    return NULL;
}

static const char *share_words(Arena *a, const Row *row) {
    const char *of = arena_strn(a, row->col[OF].p, row->col[OF].n);
    double fraction = column_number(row, FRACTION);
    if (!strcmp(of, "-") || isnan(fraction)) return "";
    if (is_roof(of))
        return arena_fmt(a, ", %.1f %% of the %s ceiling", 100 * fraction, of);
    if (!strcmp(of, "cublas"))
        return arena_fmt(a, ", %.0f %% of cuBLAS", 100 * fraction);
    return arena_fmt(a, ", %.2f times as fast as `%s`", fraction, of);
}

const char *recorded_words(Arena *a, const char *root, const Exercise *ex) {
    static const char usual[] = "NVIDIA H200";
    const char *of = first_denominator(ex),
               *words = "not measured on a GPU yet";
    Buf text = {0};
    Row row;
    if (!read_rows(a, root, &text)) return words;
    Str all = {text.data, text.len};
    if ((of && find_row(all, ex->id, of, usual, &row)) ||
        find_row(all, ex->id, NULL, usual, &row)) {
        double us = column_number(&row, MEDIAN);
        const char *time = us < 1000 ? arena_fmt(a, "%.3g us", us)
                                     : arena_fmt(a, "%.3g ms", us / 1000);
        // The simulated device's case is smaller.
        const char *size = ex->measure.nsim_vars ? ", a larger case" : "";
        words =
            arena_fmt(a, "%s on %.*s (%.*s%s)%s", time, (int)row.col[DEVICE].n,
                      row.col[DEVICE].p, (int)row.col[DATE].n, row.col[DATE].p,
                      size, share_words(a, &row));
    }
    buf_free(&text);
    return words;
}

static const char heading[] =
    "# What shipped solutions measured on real GPUs (make check-gpu).\n"
    "# exercise\tof\tfraction\tgbs\tmedian_us\tlo_us\thi_us\tdevice\tdriver"
    "\tdate\n";

static bool same_text(const Str *a, const Str *b) {
    return a->n == b->n && memcmp(a->p, b->p, a->n) == 0;
}

// Lines of the file that stay: all but those of the row's exercise and device.
static void keep_others(Buf *out, Str rest, const Row *row) {
    Row old;
    while (next_row(&rest, &old)) {
        if (same_text(&old.col[EXERCISE], &row->col[EXERCISE]) &&
            same_text(&old.col[DEVICE], &row->col[DEVICE]))
            continue;
        const char *end = old.col[DATE].p + old.col[DATE].n;
        buf_add(out, old.col[0].p, (size_t)(end - old.col[0].p));
        buf_char(out, '\n');
    }
}

static void add_line(Buf *out, const CheckResult *res, const char *of,
                     double fraction) {
    const Timing *t = &res->time;
    char date[16];
    time_t now = (time_t)clock_now();
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &tm));
    buf_fmt(out, "%s\t%s\t%.4f\t%.1f\t%.3f\t%.3f\t%.3f\t%s\t%s\t%s\n",
            res->ex->id, of, fraction, t->gbs, t->median_us, t->lo_us, t->hi_us,
            res->device.name, res->device.driver, date);
}

const char *recorded_lines(Arena *a, const CheckResult *res) {
    Buf out = {0};
    const Timing *t = &res->time;
    if (!t->present || t->modelled) return "";
    bool any = t->access && t->ceiling_gbs > 0;
    if (any) add_line(&out, res, t->access, t->gbs / t->ceiling_gbs);
    for (int i = 0; i < res->nrivals; i++) {
        const Rival *rival = &res->rivals[i];
        if (isnan(rival->ratio)) continue;
        add_line(&out, res, rival->name, rival->ratio);
        any = true;
    }
    for (int i = 0; i < res->ngates; i++) {
        const GateOutcome *g = &res->gates[i];
        if (strcmp(g->gate->metric, "bandwidth") != 0 || isnan(g->value))
            continue;
        const char *of = g->gate->of;
        if (any && of && t->access && !strcmp(of, t->access)) continue;
        add_line(&out, res, of, g->value);
        any = true;
    }
    if (!any) add_line(&out, res, "-", 0);
    const char *lines = arena_strn(a, out.data, out.len);
    buf_free(&out);
    return lines;
}

bool recorded_write(const char *path, const char *lines, Err *err) {
    Buf old = {0}, out = {0};
    Row row;
    Str rest = str_of(lines);
    if (!next_row(&rest, &row)) return true;
    if (path_exists(path) && !file_read(path, &old, err)) return false;
    buf_str(&out, heading);
    keep_others(&out, (Str){old.data, old.len}, &row);
    buf_str(&out, lines);
    bool ok = file_write(path, out.data, out.len, err);
    buf_free(&old);
    buf_free(&out);
    return ok;
}
