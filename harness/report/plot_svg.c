// Plots as SVG; see plot.h.
//
//      ylabel                       the picture, in units of its viewBox:
//        |   .  o          name     text of 12 units is legible where the
//        |  . o   --------------    picture is as narrow as a telephone.
//        +----------------------
//           xlabel
//      [o measured] [. modelled]    the legend
#include "report/html.h"
#include "report/plot.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 480,
    HEIGHT = 300,
    LEFT = 58,
    RIGHT = 12,
    TOP = 26,
    BOTTOM = 62,
    LINE = 13, // of text
    LETTER = 7,
    TITLE = 24, // above a plot in a file
    NAMED = 24, // more marks have their names in the table alone
    LABELS = 200,
};

const char plot_light[] =
    "--card:#fff;--ink:#1c1e21;--mute:#59616b;--line:#e1e4e8;--acc:#0b62a8;"
    "--s1:#0b62a8;--s2:#b4500b;--s3:#6b4fa0;--roof:#59616b;";
const char plot_dark[] =
    "--card:#1b1f24;--ink:#e8eaed;--mute:#a3abb5;--line:#333a42;--acc:#7db8f0;"
    "--s1:#7db8f0;--s2:#f0a367;--s3:#bda5ea;--roof:#a3abb5;";
const char plot_rules[] =
    ".plot{display:block;width:100%;max-width:600px;height:auto;"
    "font:12px system-ui,sans-serif}"
    ".plot text{fill:var(--mute);stroke:var(--card);stroke-width:3px;"
    "paint-order:stroke}.plot .nm{fill:var(--ink)}"
    ".plot .gr{stroke:var(--line);fill:none}"
    ".plot .ax{stroke:var(--mute);fill:none}"
    ".plot .cl{stroke:var(--roof);fill:none;stroke-width:1.4;"
    "stroke-dasharray:6 4}"
    ".plot .cv{fill:none;stroke-width:1.8;stroke:var(--s1)}"
    ".plot .s1{stroke:var(--s2);stroke-dasharray:9 3}"
    ".plot .s2{stroke:var(--s3);stroke-dasharray:2 3}"
    ".plot .pt{stroke:var(--s1);stroke-linecap:round;stroke-width:7;fill:none}"
    ".plot .in{stroke:var(--card);stroke-linecap:round;stroke-width:4;"
    "fill:none}"
    ".plot .xx{stroke:var(--s2);stroke-width:1.6;fill:none}";

typedef struct Axis {
    double lo, hi; // of values; of their logarithms if log
    bool log;
    double from, to; // in the picture
} Axis;

typedef struct Box {
    double x, y, w, h;
} Box;

typedef struct Drawing {
    const Plot *p;
    Buf *out;
    Axis x, y;
    Box taken[LABELS]; // by labels
    int ntaken;
} Drawing;

static double axis_at(const Axis *a, double v) {
    double t = a->log ? log10(v) : v;
    return a->from + (t - a->lo) / (a->hi - a->lo) * (a->to - a->from);
}

static int plot_height(const Plot *p) {
    return p->height ? p->height : HEIGHT;
}

static bool can_show(const Drawing *d, double x, double y) {
    return isfinite(x) && isfinite(y) && (!d->x.log || x > 0) &&
           (!d->y.log || y > 0);
}

// ---- axes

static void axis_take(Axis *a, double v) {
    double t = a->log ? log10(v) : v;
    if (!(a->lo <= t)) a->lo = t;
    if (!(a->hi >= t)) a->hi = t;
}

static void set_axes(Drawing *d) {
    const Plot *p = d->p;
    d->x = (Axis){NAN, NAN, !p->linear_x, LEFT, WIDTH - RIGHT};
    d->y = (Axis){NAN, NAN, p->log_y, plot_height(p) - BOTTOM, TOP};
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->series[i].n; k++) {
            const PlotSeries *s = &p->series[i];
            if (!can_show(d, s->x[k], s->y[k])) continue;
            axis_take(&d->x, s->x[k]);
            axis_take(&d->y, s->y[k]);
        }
    if (!p->log_y) axis_take(&d->y, 0);
    Axis *both[] = {&d->x, &d->y};
    for (int i = 0; i < 2; i++) {
        Axis *a = both[i];
        if (isnan(a->lo)) *a = (Axis){0, 1, a->log, a->from, a->to};
        double least = a->log ? 0.3 : 1;
        double span = a->hi - a->lo;
        double room = span * 0.06;
        if (span < least) room = (least - span) / 2 + least * 0.06;
        if (a->log || i == 0) a->lo -= room;
        a->hi += room;
    }
}

static void tick_text(const Drawing *d, bool is_y, double v, Buf *text) {
    static const char *const units[] = {"", "k", "M", "G", "T"};
    static const char *const twos[] = {"", "Ki", "Mi", "Gi", "Ti"};
    if (is_y && d->p->y_is_us) {
        double us = v, scale = us < 999.5 ? 1 : us < 999.5e3 ? 1e3 : 1e6;
        buf_fmt(text, "%.3g %s", us / scale,
                scale < 2     ? "us"
                : scale < 1e4 ? "ms"
                              : "s");
        return;
    }
    bool two = !is_y && d->p->log2_x;
    double step = two ? 1024 : 1000;
    int u = 0;
    while (v >= step && u < 4 && (two || v >= 1e4)) {
        v /= step;
        u++;
    }
    buf_fmt(text, v >= 100 ? "%.0f%s%s" : "%.3g%s%s", v, u ? " " : "",
            two ? twos[u] : units[u]);
}

static void put_tick(Drawing *d, bool is_y, double v) {
    Buf text = {0};
    tick_text(d, is_y, v, &text);
    if (is_y) {
        double y = axis_at(&d->y, v);
        html_put(d->out,
                 "<path class=\"gr\" d=\"M%d %.1fH%d\"/>"
                 "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                 LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, buf_text(&text));
    } else {
        double x = axis_at(&d->x, v);
        double most = WIDTH - 2 - LETTER / 2.0 * (double)text.len;
        html_put(d->out,
                 "<path class=\"gr\" d=\"M%.1f %.1fV%d\"/>"
                 "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                 x, d->y.from, TOP, min_of(x, most), d->y.from + 16,
                 buf_text(&text));
    }
    buf_free(&text);
}

// Decades; where there are few of them, values between as well.
static void put_log_ticks(Drawing *d, bool is_y, const Axis *a) {
    static const double parts[] = {1, 2, 5, 3, 4, 6, 8};
    double decades = a->hi - a->lo;
    int every = decades > 7 ? 2 : 1;
    int n = decades < 0.9 ? 7 : decades < 2.2 ? 3 : 1;
    for (int e = (int)floor(a->lo); e <= a->hi; e++)
        for (int k = 0; k < n; k++) {
            double v = parts[k] * pow(10, e), t = log10(v);
            if (t >= a->lo && t <= a->hi && e % every == 0)
                put_tick(d, is_y, v);
        }
}

static void put_two_ticks(Drawing *d, const Axis *a) {
    enum { MOST = 8 };
    double lo = a->lo / log10(2), hi = a->hi / log10(2);
    int every = (int)ceil((hi - lo) / MOST);
    for (int e = (int)ceil(lo); e <= hi; e++)
        if (e % max_of(every, 1) == 0) put_tick(d, false, exp2(e));
}

static void put_linear_ticks(Drawing *d, bool is_y, const Axis *a) {
    double step = pow(10, floor(log10((a->hi - a->lo) / 3)));
    if ((a->hi - a->lo) / step > 12) step *= 5;
    if ((a->hi - a->lo) / step > 6) step *= 2;
    if (!is_y) step = max_of(1.0, step);
    for (double v = ceil(a->lo / step) * step; v <= a->hi; v += step)
        put_tick(d, is_y, fabs(v) < step / 2 ? 0 : v);
}

static void draw_axes(Drawing *d) {
    if (d->y.log)
        put_log_ticks(d, true, &d->y);
    else
        put_linear_ticks(d, true, &d->y);
    if (d->p->log2_x)
        put_two_ticks(d, &d->x);
    else if (d->x.log)
        put_log_ticks(d, false, &d->x);
    else
        put_linear_ticks(d, false, &d->x);
    html_put(d->out,
             "<path class=\"ax\" d=\"M%d %dV%.1fH%d\"/>"
             "<text x=\"%d\" y=\"16\">%s</text>"
             "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
             LEFT, TOP, d->y.from, WIDTH - RIGHT, 6, d->p->ylabel,
             WIDTH - RIGHT, d->y.from + 33, d->p->xlabel);
}

// ---- names beside marks and lines

static bool box_is_free(const Drawing *d, Box b) {
    if (b.x < LEFT + 2 || b.x + b.w > WIDTH - 2 || b.y < TOP - 12 ||
        b.y + b.h > d->y.from - 2)
        return false;
    for (int i = 0; i < d->ntaken; i++) {
        const Box *o = &d->taken[i];
        if (b.x < o->x + o->w && o->x < b.x + b.w && b.y < o->y + o->h &&
            o->y < b.y + b.h)
            return false;
    }
    return true;
}

static void take_box(Drawing *d, Box b) {
    if (d->ntaken < LABELS) d->taken[d->ntaken++] = b;
}

// At the first of some places around (x, y) that is free; if none is, the table
// below the picture has the name.
static void put_name(Drawing *d, double x, double y, const char *name) {
    double w = LETTER * term_columns(name, strlen(name)) * 0.92;
    const double at[][2] = {
        {7, -5},     {-w - 7, -5},  {-w / 2, -19}, {-w / 2, 8}, {7, -18},
        {-w - 7, 6}, {-w - 7, -18}, {7, 6},        {9, -30},    {9, 18},
    };
    for (size_t i = 0; i < COUNT_OF(at); i++) {
        Box b = {x + at[i][0], y + at[i][1], w, LINE};
        if (!box_is_free(d, b)) continue;
        take_box(d, b);
        html_put(d->out, "<text class=\"nm\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                 b.x, b.y + LINE - 3, name);
        return;
    }
}

static bool is_flat(const PlotSeries *s) {
    return s->n > 1 && fabs(s->y[0] - s->y[s->n - 1]) < 1e-12 * fabs(s->y[0]);
}

// A line that keeps its name: at the right end of a flat one, else under it.
static void name_ceiling(Drawing *d, const PlotSeries *s) {
    double w = LETTER * term_columns(s->name, strlen(s->name)) * 0.92;
    int k = is_flat(s) ? s->n - 1 : s->n / 4;
    if (!s->n || !can_show(d, s->x[k], s->y[k])) return;
    double x = axis_at(&d->x, s->x[k]), y = axis_at(&d->y, s->y[k]);
    Box b = {min_of(x, WIDTH - RIGHT) - w - 4, y - LINE - 3, w, LINE};
    if (!is_flat(s)) b = (Box){x + 10, y + 2, w, LINE};
    for (int i = 0; i < 12 && !box_is_free(d, b); i++) {
        double step = (i + 1) * (LINE + 1);
        b.y = i % 2 ? b.y - step : b.y + step;
    }
    take_box(d, b);
    html_put(d->out, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", b.x,
             b.y + LINE - 3, s->name);
}

// ---- series

static void draw_line(Drawing *d, const PlotSeries *s, int nth) {
    bool open = false;
    char class[16];
    snprintf(class, sizeof class, nth ? "cv s%d" : "cv", min_of(nth, 2));
    html_put(d->out, "<path class=\"%s\" d=\"", s->ceiling ? "cl" : class);
    for (int i = 0; i < s->n; i++) {
        bool here = can_show(d, s->x[i], s->y[i]);
        if (here)
            buf_fmt(d->out, "%c%.1f %.1f", open ? 'L' : 'M',
                    axis_at(&d->x, s->x[i]), axis_at(&d->y, s->y[i]));
        open = here;
    }
    buf_str(d->out, "\"/>");
}

// All marks of a series in one path: a stroke of no length with a round cap.
static void draw_path(Drawing *d, const PlotSeries *s, const char *class) {
    html_put(d->out, "<path class=\"%s\" d=\"", class);
    for (int i = 0; i < s->n; i++) {
        if (!can_show(d, s->x[i], s->y[i])) continue;
        double x = axis_at(&d->x, s->x[i]), y = axis_at(&d->y, s->y[i]);
        if (s->cross)
            buf_fmt(d->out, "M%.1f %.1fl6 6m0-6l-6 6", x - 3, y - 3);
        else
            buf_fmt(d->out, "M%.1f %.1fh0", x, y);
    }
    buf_str(d->out, "\"/>");
}

// A mark that can be clicked. The table of the same links is the way by keys.
static void draw_link(Drawing *d, const PlotSeries *s, int i) {
    if (!can_show(d, s->x[i], s->y[i])) return;
    const char *link = s->links ? s->links[i] : NULL;
    double x = axis_at(&d->x, s->x[i]), y = axis_at(&d->y, s->y[i]);
    if (link) html_put(d->out, "<a href=\"#%s\" tabindex=\"-1\">", link);
    html_put(d->out,
             "<g><title>%s</title><path class=\"pt\" d=\"M%.1f %.1fh0\"/>",
             s->labels[i], x, y);
    if (s->hollow)
        html_put(d->out, "<path class=\"in\" d=\"M%.1f %.1fh0\"/>", x, y);
    buf_str(d->out, link ? "</g></a>" : "</g>");
}

static void draw_marks(Drawing *d, const PlotSeries *s) {
    if (s->labels) {
        for (int i = 0; i < s->n; i++)
            draw_link(d, s, i);
    } else {
        draw_path(d, s, s->cross ? "xx" : "pt");
        if (s->hollow) draw_path(d, s, "in");
    }
}

static bool has_points(const Drawing *d, const PlotSeries *s) {
    for (int i = 0; i < s->n; i++)
        if (can_show(d, s->x[i], s->y[i])) return true;
    return false;
}

// Where marks are, no name covers them.
static void draw_names(Drawing *d) {
    const Plot *p = d->p;
    int n = 0;
    for (int i = 0; i < p->n; i++)
        n += p->series[i].labels ? p->series[i].n : 0;
    for (int pass = 0; pass < 2 && n <= NAMED; pass++)
        for (int i = 0; i < p->n; i++)
            for (int k = 0; p->series[i].labels && k < p->series[i].n; k++) {
                const PlotSeries *s = &p->series[i];
                if (!can_show(d, s->x[k], s->y[k])) continue;
                double x = axis_at(&d->x, s->x[k]);
                double y = axis_at(&d->y, s->y[k]);
                if (pass)
                    put_name(d, x, y, s->labels[k]);
                else
                    take_box(d, (Box){x - 4, y - 4, 8, 8});
            }
}

static void draw_series(Drawing *d) {
    const Plot *p = d->p;
    int nth = 0;
    for (int i = 0; i < p->n; i++)
        if (!p->series[i].points && has_points(d, &p->series[i]))
            draw_line(d, &p->series[i], p->series[i].ceiling ? 0 : nth++);
    for (int i = 0; i < p->n; i++)
        if (p->series[i].points && has_points(d, &p->series[i]))
            draw_marks(d, &p->series[i]);
    for (int i = 0; i < p->n; i++)
        if (p->series[i].ceiling) name_ceiling(d, &p->series[i]);
    draw_names(d);
}

static void draw_legend(Drawing *d) {
    int nth = 0;
    double x = 10, y = d->y.from + BOTTOM - 10;
    for (int i = 0; i < d->p->n; i++) {
        const PlotSeries *s = &d->p->series[i];
        if (s->ceiling || !has_points(d, s)) continue;
        char class[16];
        snprintf(class, sizeof class, nth ? "cv s%d" : "cv", min_of(nth, 2));
        if (s->cross)
            html_put(d->out,
                     "<path class=\"xx\" d=\"M%.1f %.1fl6 6m0-6l-6 6\"/>",
                     x + 3, y - 7);
        else if (s->points)
            html_put(d->out, "<path class=\"pt\" d=\"M%.1f %.1fh0\"/>", x + 6,
                     y - 4);
        else
            html_put(d->out, "<path class=\"%s\" d=\"M%.1f %.1fh18\"/>", class,
                     x, y - 4);
        if (s->hollow)
            html_put(d->out, "<path class=\"in\" d=\"M%.1f %.1fh0\"/>", x + 6,
                     y - 4);
        nth += !s->points;
        x += s->points ? 15 : 23;
        html_put(d->out, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x, y,
                 s->name);
        x += LETTER * term_columns(s->name, strlen(s->name)) + 14;
    }
}

static void draw_inside(Drawing *d, const char *id) {
    const Plot *p = d->p;
    html_put(d->out, "<title id=\"%s-t\">%s</title>", id, p->title);
    html_put(d->out, "<desc id=\"%s-d\">%s</desc>", id,
             p->desc ? p->desc : p->ylabel);
    set_axes(d);
    draw_axes(d);
    draw_series(d);
    draw_legend(d);
}

static void open_svg(const Plot *p, const char *id, const char *more,
                     Buf *out) {
    html_put(out,
             "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" "
             "aria-labelledby=\"%s-t\" aria-describedby=\"%s-d\"",
             WIDTH, plot_height(p), id, id);
    buf_str(out, more);
    buf_char(out, '>');
}

void plot_svg(const Plot *p, const char *id, Buf *out) {
    Drawing d = {.p = p, .out = out};
    open_svg(p, id, "", out);
    draw_inside(&d, id);
    buf_str(out, "</svg>");
}

// A link in a file of its own would lead nowhere.
static Plot without_links(const Plot *p) {
    Plot copy = *p;
    for (int i = 0; i < copy.n; i++)
        copy.series[i].links = NULL;
    return copy;
}

void plot_svg_file(const Plot *p, int n, Buf *out) {
    int all = 0, y = 0;
    for (int i = 0; i < n; i++)
        all += plot_height(&p[i]) + TITLE;
    buf_fmt(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\"><style>:root{%s}"
            "@media(prefers-color-scheme:dark){:root{%s}}%s</style>"
            "<rect width=\"%d\" height=\"%d\" style=\"fill:var(--card)\"/>\n",
            WIDTH, all, WIDTH * 2, all * 2, plot_light, plot_dark, plot_rules,
            WIDTH, all);
    for (int i = 0; i < n; i++) {
        char id[16], place[80];
        Plot plot = without_links(&p[i]);
        Drawing d = {.p = &plot, .out = out};
        snprintf(id, sizeof id, "plot%d", i);
        snprintf(place, sizeof place, " y=\"%d\" width=\"%d\" height=\"%d\"",
                 y + TITLE, WIDTH, plot_height(&p[i]));
        html_put(out,
                 "<text x=\"10\" y=\"%d\" style=\"font:bold 14px sans-serif;"
                 "fill:var(--ink)\">%s</text>",
                 y + TITLE - 4, p[i].title);
        open_svg(&p[i], id, place, out);
        draw_inside(&d, id);
        buf_str(out, "</svg>\n");
        y += plot_height(&p[i]) + TITLE;
    }
    buf_str(out, "</svg>\n");
}
