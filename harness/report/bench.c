// kata bench: rate against size, with the ceiling and the others' curves.
#include "report/report.h"

#include "base/json.h"

#include <math.h>

double bench_rate(const BenchView *v, const SweepPoint *p, double us) {
    double work = v->compute ? p->flops / 1e6 : p->bytes / 1e3;
    return us > 0 && work > 0 ? work / us : NAN;
}

static const char *unit_of(const BenchView *v) {
    return v->compute ? "TFLOP/s" : "GB/s";
}

static void rate_cell(Buf *out, double rate) {
    if (isfinite(rate))
        buf_fmt(out, rate < 99.95 ? " %8.3g" : " %8.0f", rate);
    else
        buf_fmt(out, " %8s", "-");
}

static void bench_show_row(const Term *t, const BenchView *v,
                           const SweepPoint *p, Buf *out) {
    Buf us = {0};
    double rate = bench_rate(v, p, p->you.us);
    fmt_us(&us, p->you.us > 0 ? p->you.us : NAN);
    buf_fmt(out, "%-24.24s %8s%c", p->shape, buf_text(&us),
            v->modelled ? '*' : ' ');
    buf_free(&us);
    if (p->wrong) {
        buf_char(out, ' ');
        term_ink(t, out, INK_BAD, "wrong: ");
        term_hang(t, out, 42, 42, p->wrong);
        return;
    }
    if (p->refused) {
        buf_char(out, ' ');
        term_hang(t, out, 35, 35, p->refused);
        return;
    }
    rate_cell(out, rate);
    if (v->ceiling > 0 && isfinite(rate))
        buf_fmt(out, " %4.0f %%", rate / v->ceiling * 100);
    else
        buf_fmt(out, " %6s", "");
    for (int i = 0; i < v->nothers; i++) {
        const SweepTime *o = &p->other[i];
        rate_cell(out, bench_rate(v, p, o->us));
        if (isfinite(o->ratio))
            buf_fmt(out, " %6.2fx", o->ratio);
        else
            buf_fmt(out, " %7s", "");
    }
    buf_char(out, '\n');
}

void report_bench(const Term *t, const BenchView *v, Buf *out) {
    const Sweep *s = v->sweep;
    term_ink(t, out, INK_BOLD, "%s", v->title);
    buf_fmt(out, "   %s\n\n", v->device);
    Buf head = {0};
    buf_fmt(&head, "%-24s %8s  %8s %6s", "size", "time", unit_of(v),
            v->ceiling > 0 ? v->ceiling_name : "");
    for (int i = 0; i < v->nothers; i++)
        buf_fmt(&head, " %8.8s %7s", v->others[i].name, "ratio");
    term_ink(t, out, INK_DIM, "%s\n", buf_text(&head));
    buf_free(&head);
    for (int i = 0; i < s->n; i++)
        bench_show_row(t, v, &s->at[i], out);
    buf_char(out, '\n');
    if (v->modelled) buf_str(out, "* modelled: on the simulated device\n");
    if (s->beside) term_wrap(t, out, 0, s->beside);
    Buf line = {0};
    if (v->ceiling > 0) {
        buf_fmt(&line, "%s: %.4g %s, %s", v->ceiling_name, v->ceiling,
                unit_of(v), v->ceiling_from);
        term_wrap(t, out, 0, buf_text(&line));
    }
    for (int i = 0; i < v->nothers; i++) {
        const SweepOther *o = &v->others[i];
        buf_clear(&line);
        buf_fmt(&line, "%s: %s%s%s", o->name, o->why ? o->why : "",
                o->what && *o->what && !o->why ? o->what : "",
                o->why ? ""
                       : (o->what && *o->what
                              ? "; ratio: its time over yours, more is better"
                              : "ratio: its time over yours, more is better"));
        term_wrap(t, out, 0, buf_text(&line));
    }
    buf_free(&line);
}

static void put_time(Json *j, const char *key, const BenchView *v,
                     const SweepPoint *p, const SweepTime *t) {
    json_key(j, key);
    json_open(j, '{');
    json_knum(j, "median_us", t->us > 0 ? t->us : NAN);
    json_knum(j, "low_us", t->us > 0 ? t->lo : NAN);
    json_knum(j, "high_us", t->us > 0 ? t->hi : NAN);
    json_knum(j, "rate", bench_rate(v, p, t->us));
    json_knum(j, "ratio", t->ratio);
    json_knum(j, "ratio_low", isfinite(t->ratio) ? t->ratio_lo : NAN);
    json_knum(j, "ratio_high", isfinite(t->ratio) ? t->ratio_hi : NAN);
    json_close(j, '}');
}

void report_bench_json(const BenchView *v, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "address", v->title);
    json_kstr(&j, "device", v->device);
    json_kbool(&j, "modelled", v->modelled);
    json_kstr(&j, "unit", unit_of(v));
    json_knum(&j, "ceiling", v->ceiling > 0 ? v->ceiling : NAN);
    json_kstr(&j, "ceiling_name", v->ceiling_name);
    json_kstr(&j, "beside", v->sweep->beside);
    json_key(&j, "sizes");
    json_open(&j, '[');
    for (int i = 0; i < v->sweep->n; i++) {
        const SweepPoint *p = &v->sweep->at[i];
        json_open(&j, '{');
        json_kstr(&j, "shape", p->shape);
        json_kbool(&j, "awkward", p->awkward);
        json_knum(&j, "bytes", p->bytes);
        json_knum(&j, "flops", p->flops);
        json_kstr(&j, "wrong", p->wrong);
        json_kstr(&j, "not_allowed", p->refused);
        put_time(&j, "you", v, p, &p->you);
        for (int k = 0; k < v->nothers; k++)
            put_time(&j, v->others[k].name, v, p, &p->other[k]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
