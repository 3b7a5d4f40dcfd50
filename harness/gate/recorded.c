// Reading solutions/measured.tsv; see recorded.h.
#include "gate/recorded.h"

#include "base/path.h"
#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXERCISE, OF, FRACTION, GBS, MEDIAN, LO, HI, DEVICE, DRIVER, DATE, N };

double recorded_fraction(Arena *a, const char *root, const char *exercise,
                         const char *of, const char **where) {
    Buf text = {0};
    Err err = {0};
    double found = NAN;
    const char *path = path_join(a, root, "solutions/measured.tsv");
    if (!path_exists(path) || !file_read(path, &text, &err)) {
        err_clear(&err);
        return NAN;
    }
    Str rest = {text.data, text.len}, line;
    while (str_cut(&rest, '\n', &line)) {
        Str col[N], part = line;
        int n = 0;
        while (n < N && str_cut(&part, '\t', &col[n]))
            n++;
        if (n < N || col[0].p[0] == '#') continue;
        if (!str_eq(col[EXERCISE], exercise) || !str_eq(col[OF], of)) continue;
        found = strtod(col[FRACTION].p, NULL);
        *where = arena_fmt(a, "%.*s, %.*s", (int)col[DEVICE].n, col[DEVICE].p,
                           (int)col[DATE].n, col[DATE].p);
    }
    buf_free(&text);
    return found;
}

static const char heading[] =
    "# What shipped solutions measured on real GPUs (make check-gpu).\n"
    "# exercise\tof\tfraction\tgbs\tmedian_us\tlo_us\thi_us\tdevice\tdriver"
    "\tdate\n";

// Lines of the file that stay: all but this exercise's on this device.
static void keep_others(Buf *out, Str rest, const CheckResult *res) {
    Str line;
    while (str_cut(&rest, '\n', &line)) {
        Str col[N], part = line;
        int n = 0;
        while (n < N && str_cut(&part, '\t', &col[n]))
            n++;
        if (n < N || col[0].p[0] == '#') continue;
        if (str_eq(col[EXERCISE], res->ex->id) &&
            str_eq(col[DEVICE], res->device.name))
            continue;
        buf_add(out, line.p, line.n);
        buf_char(out, '\n');
    }
}

static void add_line(Buf *out, const CheckResult *res, const char *of,
                     double fraction) {
    const Timing *t = &res->time;
    char date[16];
    time_t now = time(NULL);
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &tm));
    buf_fmt(out, "%s\t%s\t%.4f\t%.1f\t%.3f\t%.3f\t%.3f\t%s\t%s\t%s\n",
            res->ex->id, of, fraction, t->gbs, t->median_us, t->lo_us, t->hi_us,
            res->device.name, res->device.driver, date);
}

bool recorded_write(const char *path, const CheckResult *res, Err *err) {
    Buf old = {0}, out = {0};
    const Timing *t = &res->time;
    if (t->modelled) return true;
    if (path_exists(path) && !file_read(path, &old, err)) return false;
    buf_str(&out, heading);
    keep_others(&out, (Str){old.data, old.len}, res);
    bool any = t->access && t->ceiling_gbs > 0;
    if (any) add_line(&out, res, t->access, t->gbs / t->ceiling_gbs);
    for (int i = 0; i < res->ngates; i++) {
        const GateOutcome *g = &res->gates[i];
        bool same = any && g->gate->of && !strcmp(g->gate->of, t->access);
        if (strcmp(g->gate->metric, "bandwidth") != 0 || isnan(g->value) ||
            same)
            continue;
        add_line(&out, res, g->gate->of, g->value);
        any = true;
    }
    if (!any) add_line(&out, res, "-", 0);
    bool ok = file_write(path, out.data, out.len, err);
    buf_free(&old);
    buf_free(&out);
    return ok;
}
