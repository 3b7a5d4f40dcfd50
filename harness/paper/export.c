// See export.h: which format it is, and what follows from its rows.
#include "paper/export_row.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_start(const void *a, const void *b) {
    const ExportRow *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

bool export_read(Arena *a, const char *text, size_t n, ExportKind want,
                 Export *out, char why[200]) {
    *out = (Export){.kind = want, .tool = "", .gpu = ""};
    size_t from = strspn(text, " \t\r\n");
    if (n > EXPORT_BYTES || strlen(text) != n)
        return snprintf(why, 200, "it is no text of at most %d MiB",
                        EXPORT_BYTES >> 20),
               false;
    bool ok = text[from] == '{' || text[from] == '['
                  ? export_json(a, text, n, out, why)
              : strstr(text, "========= ") ? export_sanitizer(a, text, out, why)
                                           : export_csv(a, text, out, why);
    if (ok && out->n == 0)
        return snprintf(why, 200, "no kernel and no copy is in it"), false;
    if (ok && out->kind == EXPORT_TIMELINE)
        qsort(out->at, (size_t)out->n, sizeof *out->at, by_start);
    return ok;
}

const char *export_lacks(const Export *e) {
    static const char *const columns[] = {
#define METRIC(id, column, ...) column,
#include "paper/export.def"
    };
    for (int i = 0; i < e->n && e->kind == EXPORT_KERNELS; i++)
        for (int m = 0; m < METRIC_COUNT; m++)
            if (!isfinite(e->at[i].value[m])) return columns[m];
    return NULL;
}

// ---- names for questions

static void name_value(Env *env, const char *name, double v) {
    if (isfinite(v)) env_set(env, name, num_real(v));
}

// The sum over the rows of a kernel, or their mean by time.
static double over_rows(const Export *e, const char *name, int m, bool mean) {
    double sum = 0, weight = 0;
    for (int i = 0; i < e->n; i++) {
        const ExportRow *r = &e->at[i];
        if (r->kind != ROW_KERNEL || strcmp(r->name, name) != 0) continue;
        sum += mean ? r->value[m] * r->us : r->value[m];
        weight += r->us;
    }
    return !mean ? sum : weight > 0 ? sum / weight : NAN;
}

static void name_metrics(Arena *a, const Export *e, const char *name,
                         Env *env) {
    enum { SUM, MEAN };
#define METRIC(id, column, key, how, say)                                      \
    double id = over_rows(e, name, METRIC_##id, how);                          \
    name_value(env, arena_fmt(a, "%s_" #id, name), id);
#include "paper/export.def"
    // A quotient of sums, where the rows have only its parts.
    name_value(env, arena_fmt(a, "%s_per_request", name),
               sectors / (loads + stores));
    name_value(env, arena_fmt(a, "%s_dram_bytes", name), read + written);
    name_value(env, arena_fmt(a, "%s_gbs", name), (read + written) / us / 1e3);
}

static bool is_copy(RowKind k) {
    return k == ROW_COPY || k == ROW_COPY_IN || k == ROW_COPY_OUT;
}

static double sum_us(const Export *e, bool (*is)(RowKind)) {
    double us = 0;
    for (int i = 0; i < e->n; i++)
        if (is(e->at[i].kind)) us += e->at[i].us;
    return us;
}

static bool is_kernel(RowKind k) {
    return k == ROW_KERNEL;
}

static bool is_in(RowKind k) {
    return k == ROW_COPY_IN;
}

static bool is_out(RowKind k) {
    return k == ROW_COPY_OUT;
}

static bool is_row(RowKind k) {
    (void)k;
    return true;
}

// The time in which one of them runs, of kernels only `kernel` unless that is
// NULL; rows are in the order of their starts. *gap receives the longest time
// in which none does.
static double busy_us(const Export *e, bool (*is)(RowKind), const char *kernel,
                      double *gap) {
    double us = 0, until = NAN;
    *gap = 0;
    for (int i = 0; i < e->n; i++) {
        const ExportRow *r = &e->at[i];
        if (!is(r->kind) ||
            (kernel && is_kernel(r->kind) && strcmp(r->name, kernel) != 0))
            continue;
        double end = r->start + r->us;
        if (until >= r->start) {
            us += fmax(end - until, 0);
            until = fmax(end, until);
        } else {
            *gap = fmax(*gap, isnan(until) ? 0 : r->start - until);
            us += r->us;
            until = end;
        }
    }
    return us;
}

static bool is_work(RowKind k) {
    return is_copy(k) || is_kernel(k);
}

// The time in which a kernel (any, with NULL) and a copy run at once.
static double overlap_us(const Export *e, const char *kernel) {
    double ignored;
    return fmax(busy_us(e, is_kernel, kernel, &ignored) +
                    busy_us(e, is_copy, NULL, &ignored) -
                    busy_us(e, is_work, kernel, &ignored),
                0);
}

static void name_overlap(Arena *a, const Export *e, const char *name,
                         Env *env) {
    double first = NAN, last = NAN;
    for (int i = 0; i < e->n; i++)
        if (is_kernel(e->at[i].kind) && !strcmp(e->at[i].name, name)) {
            first = fmin(first, e->at[i].start);
            last = fmax(last, e->at[i].start + e->at[i].us);
        }
    double both = overlap_us(e, name);
    // What is left of a sum of decimals is no overlap.
    if (both < 1e-6) both = 0;
    name_value(env, arena_fmt(a, "%s_overlap_us", name), both);
    name_value(env, arena_fmt(a, "%s_span_us", name), last - first);
}

static void name_kernels(Arena *a, const Export *e, Env *env) {
    for (int i = 0; i < e->n; i++) {
        const char *name = e->at[i].name;
        bool again = e->at[i].kind != ROW_KERNEL;
        for (int k = 0; k < i && !again; k++)
            again =
                e->at[k].kind == ROW_KERNEL && strcmp(e->at[k].name, name) == 0;
        if (again) continue;
        double us = 0;
        int runs = 0;
        for (int k = i; k < e->n; k++)
            if (e->at[k].kind == ROW_KERNEL && !strcmp(e->at[k].name, name)) {
                us += e->at[k].us;
                runs++;
            }
        env_set(env, arena_fmt(a, "%s_runs", name), num_int(runs));
        if (e->kind == EXPORT_KERNELS)
            name_metrics(a, e, name, env);
        else {
            name_value(env, arena_fmt(a, "%s_us", name), us);
            name_overlap(a, e, name, env);
        }
    }
}

static void name_times(const Export *e, Env *env) {
    double gap, first = e->at[0].start, last = first;
    for (int i = 0; i < e->n; i++)
        last = fmax(last, e->at[i].start + e->at[i].us);
    double busy = busy_us(e, is_row, NULL, &gap);
    name_value(env, "wall_us", last - first);
    name_value(env, "busy_us", busy);
    name_value(env, "idle_us", last - first - busy);
    name_value(env, "gap_us", gap);
    name_value(env, "overlap_us", overlap_us(e, NULL));
    name_value(env, "copies_us", sum_us(e, is_copy));
    name_value(env, "copies_in_us", sum_us(e, is_in));
    name_value(env, "copies_out_us", sum_us(e, is_out));
}

// The first of each kind.
static void name_faults(Arena *a, const Export *e, Env *env) {
    static const struct {
        RowKind kind;
        const char *name;
    } kinds[] = {
        {ROW_BOUNDS, "bounds"}, {ROW_RACE, "race"}, {ROW_INIT, "init"}};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (int i = 0; i < e->n; i++) {
            const ExportRow *r = &e->at[i];
            const char *name = kinds[k].name;
            if (r->kind != kinds[k].kind) continue;
            env_set(env, arena_fmt(a, "%s_line", name), num_int(r->line));
            env_set(env, arena_fmt(a, "%s_other", name), num_int(r->other));
            env_set(env, arena_fmt(a, "%s_block", name), num_int(r->grid[0]));
            env_set(env, arena_fmt(a, "%s_thread", name), num_int(r->block[0]));
            break;
        }
}

void export_names(Arena *a, const Export *e, Env *env) {
    if (e->n == 0) return;
    if (e->kind == EXPORT_FAULTS) {
        name_faults(a, e, env);
        return;
    }
    name_kernels(a, e, env);
    name_value(env, "kernels_us", sum_us(e, is_kernel));
    env_set(env, "rows", num_int(e->n));
    if (e->kind == EXPORT_TIMELINE) name_times(e, env);
}
