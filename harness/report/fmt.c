// Numbers as people read them: three digits and a unit.
#include "report/report.h"

#include "base/day.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Three significant digits, without an exponent.
static void three(Buf *out, double v) {
    double size = fabs(v);
    int places = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    buf_fmt(out, "%.*f", places, v);
}

void fmt_us(Buf *out, double us) {
    if (!isfinite(us)) {
        buf_str(out, "-");
        return;
    }
    static const struct {
        double limit, scale;
        const char *unit;
    } units[] = {
        {999.5, 1, "us"},
        {999.5e3, 1e3, "ms"},
        {INFINITY, 1e6, "s"},
    };
    int i = 0;
    while (!(us < units[i].limit))
        i++;
    three(out, us / units[i].scale);
    buf_fmt(out, " %s", units[i].unit);
}

void fmt_seconds(Buf *out, double s) {
    if (s < 0.9995)
        buf_fmt(out, "%.0f ms", s * 1e3);
    else if (s < 99.95)
        buf_fmt(out, "%.1f s", s);
    else
        buf_fmt(out, "%.0f s", s);
}

static const char *unit_of(const char *metric) {
    static const struct {
        const char *id, *unit;
    } units[] = {
#define METRIC(id, unit, ...) {#id, unit},
#include "plan/metrics.def"
    };
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (!strcmp(units[i].id, metric)) return units[i].unit;
    return "";
}

// As three(), but what was written as a round number is shown as one.
static void three_or_round(Buf *out, double v) {
    double rounded = round(v), size = fabs(v);
    if (fabs(v - rounded) < 1e-9 && size < 1e15)
        buf_fmt(out, "%.0f", rounded);
    else if (size < 0.0995) // requests per flop are small numbers
        buf_fmt(out, "%.3g", v);
    else
        three(out, v);
}

void fmt_metric(Buf *out, const char *metric, double value) {
    const char *unit = unit_of(metric);
    if (!isfinite(value)) {
        buf_str(out, "unknown");
    } else if (!strcmp(unit, "fraction")) {
        three_or_round(out, value * 100);
        buf_str(out, " %");
    } else {
        three_or_round(out, value);
        if (!strcmp(unit, "x") || !strcmp(unit, "ratio")) buf_char(out, 'x');
    }
}

void fmt_metric_beside(Buf *out, const char *metric, double value,
                       double bound) {
    Buf a = {0}, b = {0};
    fmt_metric(&a, metric, value);
    fmt_metric(&b, metric, bound);
    bool alike = isfinite(value) && value != bound &&
                 strtod(buf_text(&a), NULL) == strtod(buf_text(&b), NULL);
    if (alike) {
        const char *unit = unit_of(metric);
        double by = strcmp(unit, "fraction") ? 1 : 100;
        char text[40], other[40];
        str_pair(by * value, by * bound, text, other);
        // The end of the other text, after its digits: " %", "x" or nothing.
        const char *after = buf_text(&a) + strspn(buf_text(&a), "-0.123456789");
        buf_fmt(out, "%s%s", text, after);
    } else {
        buf_str(out, buf_text(&a));
    }
    buf_free(&a);
    buf_free(&b);
}

void fmt_date(Buf *out, int64_t when) {
    struct tm tm;
    char text[40];
    clock_local(when, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
    buf_str(out, text);
}
