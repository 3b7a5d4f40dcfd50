// kata roofline: kernels under the roof that the device gives them.
//
//   roof(intensity) = min(most arithmetic, intensity * most traffic)
//
// after S. Williams, A. Waterman, D. Patterson, "Roofline", CACM 52(4), 2009.
// Intensity is the exercise's, from the least bytes that it must move, not the
// bytes that a kernel does move: so a kernel that moves them twice stands at
// half the roof, and not under another one.
#include "report/report.h"

#include "base/json.h"

#include <math.h>

double roofline_roof(const RooflineView *v, const RoofPoint *p) {
    double bytes = p->ceiling_gbs > 0 ? p->ceiling_gbs : v->gbs;
    if (!(p->flops > 0)) return NAN;
    double slope = p->flops / p->bytes * bytes / 1e3;
    return v->tflops > 0 ? min_of(v->tflops, slope) : slope;
}

double roofline_share(const RooflineView *v, const RoofPoint *p) {
    double roof = roofline_roof(v, p);
    if (roof > 0) return p->flops / p->us / 1e6 / roof;
    double most = p->ceiling_gbs > 0 ? p->ceiling_gbs : v->gbs;
    return p->bytes / p->us / 1e3 / most;
}

static const char *bound_of(const RooflineView *v, const RoofPoint *p) {
    double bytes = p->ceiling_gbs > 0 ? p->ceiling_gbs : v->gbs;
    if (!(p->flops > 0)) return "memory";
    return v->tflops > 0 && p->flops / p->bytes * bytes / 1e3 > v->tflops
               ? "compute"
               : "memory";
}

static void roofline_show_row(const Term *t, const RooflineView *v,
                              const RoofPoint *p, Buf *out) {
    Buf us = {0};
    double share = roofline_share(v, p);
    fmt_us(&us, p->us);
    buf_fmt(out, "%-26s ", p->name);
    if (p->flops > 0)
        buf_fmt(out, "%8.3g", p->flops / p->bytes);
    else
        buf_fmt(out, "%8s", "-");
    buf_fmt(out, " %9s%c %6.0f", buf_text(&us), p->modelled ? '*' : ' ',
            p->bytes / p->us / 1e3);
    if (p->flops > 0)
        buf_fmt(out, " %7.3g", p->flops / p->us / 1e6);
    else
        buf_fmt(out, " %7s", "-");
    buf_str(out, "  ");
    term_ink(t, out,
             share >= 0.7   ? INK_GOOD
             : share >= 0.3 ? INK_PLAIN
                            : INK_WARN,
             "%3.0f %%", share * 100);
    buf_fmt(out, " of %s\n", bound_of(v, p));
    buf_free(&us);
}

void report_roofline(const Term *t, const RooflineView *v, Buf *out) {
    bool modelled = false;
    term_ink(t, out, INK_BOLD, "%s", v->device);
    Buf head = {0};
    buf_fmt(&head, "   %.0f GB/s (%s)", v->gbs, v->gbs_of);
    if (v->tflops > 0)
        buf_fmt(&head, ", %.1f TFLOP/s fp32; ridge at %.1f flop/byte",
                v->tflops, v->tflops * 1e3 / v->gbs);
    int wide = term_columns(v->device, strlen(v->device));
    term_hang(t, out, wide, 2, buf_text(&head));
    term_wrap(t, out, 0, v->source);
    buf_char(out, '\n');
    buf_free(&head);
    if (v->n)
        term_ink(t, out, INK_DIM, "%-26s %8s %9s  %6s %7s  %s\n", "exercise",
                 "flop/B", "best", "GB/s", "TFLOP/s", "of its roof");
    for (int i = 0; i < v->n; i++) {
        roofline_show_row(t, v, &v->at[i], out);
        modelled |= v->at[i].modelled;
    }
    if (!v->n)
        term_wrap(t, out, 0,
                  "No timed pass on this device is in the record yet.");
    if (modelled) buf_str(out, "\n* modelled: on the simulated device\n");
}

void report_roofline_json(const RooflineView *v, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "device", v->device);
    json_kstr(&j, "ceilings", v->source);
    json_knum(&j, "gbs", v->gbs);
    json_knum(&j, "tflops", v->tflops > 0 ? v->tflops : NAN);
    json_key(&j, "kernels");
    json_open(&j, '[');
    for (int i = 0; i < v->n; i++) {
        const RoofPoint *p = &v->at[i];
        json_open(&j, '{');
        json_kstr(&j, "address", p->name);
        json_kint(&j, "attempt", p->attempt);
        json_kbool(&j, "modelled", p->modelled);
        json_knum(&j, "median_us", p->us);
        json_knum(&j, "bytes", p->bytes);
        json_knum(&j, "flops", p->flops > 0 ? p->flops : NAN);
        json_knum(&j, "intensity", p->flops > 0 ? p->flops / p->bytes : NAN);
        json_knum(&j, "gbs", p->bytes / p->us / 1e3);
        json_knum(&j, "tflops", p->flops > 0 ? p->flops / p->us / 1e6 : NAN);
        json_kstr(&j, "bound", bound_of(v, p));
        json_knum(&j, "share", roofline_share(v, p));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
