// kata regress: what became slower or wrong since it passed, and what has
// changed meanwhile.
//
// An exercise has three times: of its best pass on this device, of the last
// passing source then, and of the same source now. The source being the same,
// what differs between the last two is the machine's (or the exercise's) doing;
// what the best pass had over the last one is the learner's.
#include "report/report.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

const char *regress_name(RegressKind k) {
    static const char *const names[] = {
        [REGRESS_SAME] = "same",       [REGRESS_FASTER] = "faster",
        [REGRESS_SLOWER] = "slower",   [REGRESS_WRONG] = "wrong",
        [REGRESS_GATE] = "below gate", [REGRESS_UNKNOWN] = "not compared",
    };
    return names[k];
}

bool regress_is_bad(RegressKind k) {
    return k == REGRESS_SLOWER || k == REGRESS_WRONG || k == REGRESS_GATE;
}

RegressKind regress_judge(const RegressTime *then, const RegressTime *now,
                          double threshold) {
    bool known = then->us > 0 && now->us > 0;
    if (!known) return REGRESS_SAME;
    // Modelled times are exact: their intervals are the value itself.
    if (now->lo > then->hi && now->us > then->us * (1 + threshold))
        return REGRESS_SLOWER;
    if (now->hi < then->lo && now->us < then->us * (1 - threshold))
        return REGRESS_FASTER;
    return REGRESS_SAME;
}

static Ink ink_of(RegressKind k) {
    return regress_is_bad(k)      ? INK_BAD
           : k == REGRESS_UNKNOWN ? INK_WARN
           : k == REGRESS_FASTER  ? INK_GOOD
                                  : INK_PLAIN;
}

static void time_cell(Buf *out, const RegressTime *t, bool modelled) {
    Buf b = {0};
    fmt_us(&b, t->us > 0 ? t->us : NAN);
    buf_fmt(out, "%9s%c", buf_text(&b), modelled && t->us > 0 ? '*' : ' ');
    buf_free(&b);
}

static void regress_show_row(const Term *t, const RegressRow *r, Buf *out) {
    enum { INDENT = 4 };
    term_ink(t, out, INK_BOLD, "%-28s", r->address);
    buf_char(out, ' ');
    term_ink(t, out, ink_of(r->kind), "%-12s", regress_name(r->kind));
    time_cell(out, &r->then, r->modelled);
    time_cell(out, &r->now, r->modelled);
    if (r->then.us > 0 && r->now.us > 0)
        buf_fmt(out, "  %+6.1f %%", (r->now.us / r->then.us - 1) * 100);
    buf_char(out, '\n');
    if (r->why && *r->why) {
        buf_pad(out, ' ', INDENT);
        term_hang(t, out, INDENT, INDENT, r->why);
    }
    if (r->kind == REGRESS_SAME || r->kind == REGRESS_UNKNOWN) return;
    for (int i = 0; i < r->nchanges; i++) {
        const MachineChange *c = &r->changes[i];
        buf_pad(out, ' ', INDENT);
        Buf line = {0};
        buf_fmt(&line, "%s: %s, was %s", c->what, c->now, c->then);
        term_hang(t, out, INDENT, INDENT + 2, buf_text(&line));
        buf_free(&line);
    }
}

void report_regress(const Term *t, const RegressView *v, Buf *out) {
    int count[REGRESS_COUNT] = {0};
    bool modelled = false;
    if (v->n)
        term_ink(t, out, INK_DIM, "%-28s %-12s%9s %9s   %s\n", "exercise", "",
                 "then", "now", "change");
    for (int i = 0; i < v->n; i++) {
        regress_show_row(t, &v->rows[i], out);
        count[v->rows[i].kind]++;
        modelled |= v->rows[i].modelled && v->rows[i].now.us > 0;
    }
    if (modelled) buf_str(out, "\n* modelled: on the simulated device\n");
    buf_char(out, '\n');
    if (!v->n) {
        buf_str(out, "no kernel or program has passed yet: there is nothing to "
                     "run again\n");
        return;
    }
    const char *comma = "";
    for (int k = 0; k < REGRESS_COUNT; k++) {
        if (!count[k]) continue;
        buf_fmt(out, "%s%d %s", comma, count[k], regress_name((RegressKind)k));
        comma = ", ";
    }
    buf_char(out, '\n');
    Buf rule = {0};
    buf_fmt(&rule,
            "slower: the 95 %% intervals of both medians do not overlap, and "
            "the median is more than %.3g %% longer",
            v->threshold * 100);
    term_wrap(t, out, 0, buf_text(&rule));
    buf_free(&rule);
}

static void put_time(Json *j, const char *key, const RegressTime *t) {
    json_key(j, key);
    json_open(j, '{');
    json_knum(j, "median_us", t->us > 0 ? t->us : NAN);
    json_knum(j, "low_us", t->us > 0 ? t->lo : NAN);
    json_knum(j, "high_us", t->us > 0 ? t->hi : NAN);
    json_close(j, '}');
}

void report_regress_json(const RegressView *v, Buf *out) {
    Json j = json_to(out);
    bool bad = false;
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_knum(&j, "threshold", v->threshold);
    json_key(&j, "exercises");
    json_open(&j, '[');
    for (int i = 0; i < v->n; i++) {
        const RegressRow *r = &v->rows[i];
        bad |= regress_is_bad(r->kind);
        json_open(&j, '{');
        json_kstr(&j, "address", r->address);
        json_kstr(&j, "result", regress_name(r->kind));
        json_kint(&j, "attempt", r->attempt);
        json_kbool(&j, "modelled", r->modelled);
        put_time(&j, "then", &r->then);
        put_time(&j, "now", &r->now);
        json_kstr(&j, "cause", r->cause);
        json_kstr(&j, "why", r->why);
        json_key(&j, "changes");
        json_open(&j, '[');
        for (int k = 0; k < r->nchanges; k++) {
            json_open(&j, '{');
            json_kstr(&j, "what", r->changes[k].what);
            json_kstr(&j, "then", r->changes[k].then);
            json_kstr(&j, "now", r->changes[k].now);
            json_close(&j, '}');
        }
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_kbool(&j, "regressed", bad);
    json_close(&j, '}');
    buf_char(out, '\n');
}
