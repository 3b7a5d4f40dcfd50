// The most that a GPU can do: measured, or the model's parameters. A rate is
// shown beside what theory allows.
#include "report/report.h"

#include "base/json.h"

#include <math.h>

static void rate(Buf *b, double v, const char *unit) {
    buf_fmt(b, v < 100 ? "%8.3g %s" : "%8.0f %s", v, unit);
}

static void ceiling_show_row(const Term *t, const Ceiling *c,
                             const CeilingInfo *info, Buf *out) {
    enum { WHAT = 33 };
    Buf line = {0};
    buf_fmt(out, "  %-7s ", info->id);
    if (isnan(c->value)) {
        term_ink(t, out, INK_DIM, "%8s", "-");
        buf_fmt(out, "   ");
        term_hang(t, out, 21, WHAT, c->why ? c->why : info->what);
        return;
    }
    rate(&line, c->value, info->unit);
    if (c->lo < c->hi || c->theory > 0)
        buf_pad(&line, ' ', line.len < 17 ? 17 - line.len : 1);
    if (c->lo < c->hi) buf_fmt(&line, "[%.4g, %.4g]", c->lo, c->hi);
    if (c->theory > 0)
        buf_fmt(&line, "%s%.0f %% of theoretical %.4g",
                c->lo < c->hi ? "  " : "", c->value / c->theory * 100,
                c->theory);
    buf_str(out, buf_text(&line));
    buf_char(out, '\n');
    buf_pad(out, ' ', 10);
    term_ink(t, out, INK_DIM, "%s", info->what);
    buf_char(out, '\n');
    if (c->why) term_wrap(t, out, 10, c->why);
    buf_free(&line);
}

void report_ceilings(const Term *t, const CeilingView *v, Buf *out) {
    term_ink(t, out, INK_BOLD, "%s", v->device);
    if (v->modelled)
        buf_str(out, " (simulated): parameters of the model, nothing measured");
    if (v->driver) buf_fmt(out, ", driver %s", v->driver);
    buf_char(out, '\n');
    if (v->uuid) {
        term_ink(t, out, INK_DIM, "%s", v->uuid);
        buf_str(out, v->since ? ", measured " : ", measured now");
        if (v->since) fmt_date(out, v->since);
        buf_char(out, '\n');
    }
    buf_char(out, '\n');
    for (int i = 0; i < CEILING_COUNT; i++)
        if (!v->modelled || !isnan(v->all[i].value))
            ceiling_show_row(t, &v->all[i], &ceiling_info[i], out);
    buf_char(out, '\n');
    if (v->next) term_wrap(t, out, 0, v->next);
}

void report_ceilings_json(const CeilingView *v, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "device", v->device);
    json_kbool(&j, "modelled", v->modelled);
    json_kstr(&j, "driver", v->driver);
    json_kstr(&j, "uuid", v->uuid);
    json_kint(&j, "measured_at", v->since);
    json_key(&j, "ceilings");
    json_open(&j, '[');
    for (int i = 0; i < CEILING_COUNT; i++) {
        const Ceiling *c = &v->all[i];
        json_open(&j, '{');
        json_kstr(&j, "id", ceiling_info[i].id);
        json_kstr(&j, "what", ceiling_info[i].what);
        json_kstr(&j, "unit", ceiling_info[i].unit);
        json_knum(&j, "value", c->value);
        json_knum(&j, "low", c->lo);
        json_knum(&j, "high", c->hi);
        json_knum(&j, "theoretical", c->theory > 0 ? c->theory : NAN);
        json_kstr(&j, "why", c->why);
        json_kbool(&j, "doubtful", c->doubtful);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
