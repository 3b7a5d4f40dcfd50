// gnuplot scripts; see plot.h.
#include "report/plot.h"

#include <math.h>

// gnuplot's own quotes: inside '...' only ' is special, doubled.
static void quoted(Buf *out, const char *text) {
    buf_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'') buf_char(out, '\'');
        buf_char(out, *text == '\n' ? ' ' : *text);
    }
    buf_char(out, '\'');
}

static void put_data(const PlotSeries *s, int at, Buf *out) {
    buf_fmt(out, "$d%d << EOD\n", at);
    for (int i = 0; i < s->n; i++) {
        if (!isfinite(s->x[i]) || !isfinite(s->y[i])) continue;
        buf_fmt(out, "%.9g %.9g", s->x[i], s->y[i]);
        if (s->labels) buf_fmt(out, " \"%s\"", s->labels[i]);
        buf_char(out, '\n');
    }
    buf_str(out, "EOD\n");
}

static int points_of(const PlotSeries *s) {
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += isfinite(s->x[i]) && isfinite(s->y[i]);
    return n;
}

static void put_terminal(PlotKind kind, const char *file, int width, Buf *out) {
    if (kind == PLOT_TEXT) {
        buf_fmt(out, "set terminal dumb size %d,22\n", width - 1);
        return;
    }
    buf_str(out, "set terminal pngcairo size 900,560 font 'sans,11'\n"
                 "set output ");
    quoted(out, file);
    buf_char(out, '\n');
}

void plot_script(const Plot *p, PlotKind kind, const char *file, int width,
                 Buf *out) {
    put_terminal(kind, file, width, out);
    buf_str(out, "set encoding utf8\nset title ");
    quoted(out, p->title);
    buf_str(out, "\nset xlabel ");
    quoted(out, p->xlabel);
    buf_str(out, "\nset ylabel ");
    quoted(out, p->ylabel);
    buf_char(out, '\n');
    if (!p->linear_x) buf_fmt(out, "set logscale x%s\n", p->log2_x ? " 2" : "");
    if (p->log2_x) buf_str(out, "set format x '2^{%L}'\n");
    if (kind == PLOT_TEXT && p->log2_x) buf_str(out, "set format x '2^%L'\n");
    buf_str(out, p->log_y ? "set logscale y\n" : "set yrange [0:*]\n");
    buf_str(out, kind == PLOT_TEXT ? "set key below\n"
                                   : "set key outside below\nset grid\n");
    for (int i = 0; i < p->n; i++)
        put_data(&p->series[i], i, out);
    const char *comma = "plot ";
    for (int i = 0; i < p->n; i++) {
        const PlotSeries *s = &p->series[i];
        // An empty block stops gnuplot.
        if (!points_of(s)) continue;
        buf_fmt(out, "%s$d%d using 1:2 with %s title ", comma, i,
                s->points ? "points pt 7" : "lines lw 2");
        quoted(out, s->name);
        if (s->labels && kind != PLOT_TEXT)
            buf_fmt(out, ", $d%d using 1:2:3 with labels offset 0,0.8 notitle",
                    i);
        comma = ", ";
    }
    buf_char(out, '\n');
}
