// Gates and time. A number is never without its denominator, and a modelled
// one never without the word.
#include "report/rows.h"

#include "base/path.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- gates

static void gate_name(Buf *b, const Gate *g) {
    buf_str(b, g->metric);
    for (char *c = b->data; *c; c++)
        if (*c == '_') *c = ' ';
    if (g->of) buf_fmt(b, " of %s", g->of);
    if (g->over) buf_fmt(b, " over %s", g->over);
}

// A fraction of what the kernel did is shown in per cent, one of the exercise
// as a number.
static void gate_number(Buf *b, const Gate *g, double v) {
    bool of_work = g->per && strcmp(g->per, "request") != 0;
    fmt_metric_beside(b, of_work ? "" : g->metric, v, g->bound);
}

static void gate_bound(Buf *b, const Gate *g) {
    buf_str(b, g->at_least ? "at least " : "at most ");
    gate_number(b, g, g->bound);
    // Of a sum of 256 numbers there are 256 elements that go in, and one here.
    bool element = g->per && !strcmp(g->per, "element");
    if (g->per) buf_fmt(b, " per %s%s", element ? "output " : "", g->per);
}

static void gate_value(Buf *b, const GateOutcome *o) {
    gate_number(b, o->gate, o->value);
    if (isfinite(o->lo) && isfinite(o->hi) && o->lo < o->hi) {
        buf_str(b, " [");
        gate_number(b, o->gate, o->lo);
        buf_str(b, ", ");
        gate_number(b, o->gate, o->hi);
        buf_char(b, ']');
    }
}

void report_gate_bar(const Gate *g, Buf *out) {
    gate_bound(out, g);
}

void report_gate_texts(const GateOutcome *o, Buf *name, Buf *value,
                       Buf *bound) {
    gate_name(name, o->gate);
    if (o->least > 0) {
        fmt_metric(value, "speedup", o->times);
        buf_str(bound, "at least ");
        fmt_metric(bound, "speedup", o->least);
        buf_str(bound, " the shipped solution (modelled)");
        return;
    }
    if (!isnan(o->value)) gate_value(value, o);
    gate_bound(bound, o->gate);
    // The time below is of the simulated device, often in a smaller case.
    if (o->is_expected) buf_str(bound, " (GPU, predicted)");
}

static const char *gate_word(Verdict v, Ink *ink) {
    *ink = v == VERDICT_PASS   ? INK_GOOD
           : v == VERDICT_FAIL ? INK_BAD
                               : INK_WARN;
    switch (v) {
    case VERDICT_PASS: return "ok";
    case VERDICT_FAIL: return "FAIL";
    case VERDICT_SKIPPED: return "skipped";
    case VERDICT_ENV: return "missing";
    case VERDICT_INCONCLUSIVE: return "noisy";
    case VERDICT_SUSPECT: return "suspect";
    default: return "error";
    }
}

// The reason, without a bound at its end: that is in the row above.
static void show_reason(const Term *t, const char *why, Buf *out) {
    const char *bound = strstr(why, " (at ");
    size_t to = bound ? 1 + strcspn(bound + 1, ":)") : 0;
    bool last = bound && bound[to] == ')' && !bound[to + 1];
    Buf text = {0};
    buf_add(&text, why, last ? (size_t)(bound - why) : strlen(why));
    term_wrap(t, out, 12, buf_text(&text));
    buf_free(&text);
}

static void show_gate(const Term *t, const GateOutcome *o, Buf *out) {
    enum { NAME = 24, VALUE = 8 };
    Buf name = {0}, line = {0}, bound = {0};
    Ink ink;
    const char *word = gate_word(o->verdict, &ink);
    report_gate_texts(o, &name, &line, &bound);
    buf_pad(&line, ' ', line.len < VALUE ? VALUE - line.len : 1);
    buf_fmt(&line, " %s", buf_text(&bound));

    buf_str(out, "    ");
    term_ink(t, out, ink, "%s", word);
    buf_pad(out, ' ', 8 - strlen(word));
    buf_fmt(out, "%-*s ", NAME, buf_text(&name));
    term_hang(t, out, 13 + NAME, 12, buf_text(&line));
    // On a pass the numbers above say it all, but for one that is not modelled.
    bool known = o->verdict == VERDICT_PASS && (!o->is_expected || t->brief);
    if (!known && t->brief < 2 && o->why && *o->why)
        show_reason(t, o->why, out);
    buf_free(&name);
    buf_free(&line);
    buf_free(&bound);
}

static int count_gates(const CheckResult *r, Verdict v) {
    int n = 0;
    for (int i = 0; i < r->ngates; i++)
        n += r->gates[i].verdict == v;
    return n;
}

static bool was_judged(const CheckResult *r) {
    return r->ngates > count_gates(r, VERDICT_SKIPPED) ||
           r->stage >= STAGE_GATES;
}

void report_gates(const Term *t, const CheckResult *r, Buf *out) {
    Buf text = {0};
    if (!was_judged(r)) {
        // After a wrong case the reader knows what comes first.
        if (r->ncases == 0 && (r->ngates > 0 || r->ex->ngates > 0))
            report_row(t, out, "gates", INK_DIM, "not run",
                       "correctness comes first");
        return;
    }
    if (r->ngates == 0) return;
    int passed = count_gates(r, VERDICT_PASS);
    int failed = count_gates(r, VERDICT_FAIL);
    buf_fmt(&text, "%d of %d pass", passed, r->ngates);
    if (r->modelled) buf_str(&text, " (modelled)");
    bool ok = passed + count_gates(r, VERDICT_SKIPPED) == r->ngates;
    report_row(t, out, "gates",
               failed ? INK_BAD
               : ok   ? INK_GOOD
                      : INK_WARN,
               failed ? "FAIL"
               : ok   ? "ok"
                      : "unclear",
               buf_text(&text));
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict != VERDICT_PASS || t->brief < 3)
            show_gate(t, &r->gates[i], out);
    buf_free(&text);
}

// ---- time

static void add_share(Buf *b, const char *sep, double part, double whole,
                      const char *of) {
    if (whole > 0)
        buf_fmt(b, "%s%.0f %% of %s (%.0f GB/s)", sep, part / whole * 100, of,
                whole);
}

// A gate that asks for bandwidth, with its share, or NULL.
static const GateOutcome *share_shown(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (!strcmp(r->gates[i].gate->metric, "bandwidth") &&
            !isnan(r->gates[i].value))
            return &r->gates[i];
    return NULL;
}

static void show_bandwidth(const Term *t, const CheckResult *r, Buf *out) {
    const Timing *time = &r->time;
    if (!(time->gbs > 0) || !r->backend->has_roofs || t->brief > 2) return;
    // Work that is not about bytes has no share of them.
    const double LEAST = 0.005;
    if (time->gbs < LEAST * fmax(time->ceiling_gbs, time->theoretical_gbs))
        return;
    const GateOutcome *gate = share_shown(r);
    Buf b = {0}, of = {0};
    buf_fmt(&of, "%s %s ceiling", r->modelled ? "the modelled" : "the measured",
            time->access ? time->access : "memory");
    bool here = gate && gate->is_expected && time->gbs <= time->ceiling_gbs;
    buf_fmt(&b, "%s%.0f GB/s", here ? "here " : "", time->gbs);
    if (time->ceiling_gbs > 0 && time->gbs > time->ceiling_gbs) {
        buf_fmt(&b, "; %s is %.0f GB/s, so part of it came from L2",
                buf_text(&of), time->ceiling_gbs);
    } else if (here) {
        // Of this time, in a smaller case: not the gate's percentage.
        buf_fmt(&b, ": %.0f %% of %s (%.0f)",
                time->gbs / time->ceiling_gbs * 100, buf_text(&of),
                time->ceiling_gbs);
    } else if (gate) {
        if (time->ceiling_gbs > 0)
            buf_fmt(&b, "; %s is %.0f GB/s", buf_text(&of), time->ceiling_gbs);
    } else {
        add_share(&b, ": ", time->gbs, time->ceiling_gbs, buf_text(&of));
        add_share(&b, time->ceiling_gbs > 0 ? ", " : ": ", time->gbs,
                  time->theoretical_gbs, "theoretical");
    }
    term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
    buf_free(&of);
}

// The kernels leave their products to the tensor cores, which fp32's ceiling is
// not about.
static bool takes_tensor_cores(const CheckResult *r) {
    double tensor = 0;
    for (int i = 0; i < r->nkernels; i++)
        tensor += (double)r->kernels[i].c.tensor_flops;
    return tensor > 0;
}

static void show_flops(const Term *t, const CheckResult *r, Buf *out) {
    const Timing *time = &r->time;
    if (!(time->flops > 0)) return;
    double tera = time->flops / time->median_us / 1e6;
    Buf b = {0};
    if (!r->backend->has_roofs)
        buf_fmt(&b, "%.3g billion operations a second", tera * 1e3);
    else
        buf_fmt(&b, "%.3g TFLOP/s", tera);
    const char *whose = r->modelled ? "the modelled" : "this GPU's measured";
    double share = tera / time->ceiling_tflops;
    if (takes_tensor_cores(r) && share <= 1)
        buf_str(&b, ", with tensor cores");
    else if (time->ceiling_tflops > 0 && share <= 1)
        buf_fmt(&b, ": %.0f %% of %s fp32 multiply-adds (%.3g)", share * 100,
                whose, time->ceiling_tflops);
    else if (time->ceiling_tflops > 0) // no share of what they cannot reach
        buf_fmt(&b,
                ", which takes tensor cores: %s fp32 multiply-adds reach %.3g",
                whose, time->ceiling_tflops);
    term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
}

// Kernels are what the call's time is about. A program's may be short beside
// its copies and what its host does.
static bool is_most(double part) {
    return part >= 0.6;
}

// The launch that took longest, and what held it up. On a GPU the kernels were
// modelled for their counts, on a smaller case: their limiter is not this
// time's.
static void show_limiter(const Term *t, const CheckResult *r, Buf *out) {
    const KernelCost *k;
    if (!r->time.modelled || (t->brief && r->costly)) return;
    double part = check_longest_kernel(r, &k) / r->time.median_us;
    if (!k || !k->limiter || !*k->limiter) return;
    const char *name;
    int columns = report_kernel_name(k, &name);
    Buf b = {0};
    if (is_most(part))
        buf_fmt(&b, "limited by %s (%.0f %% of the time)", k->limiter,
                fmin(part * k->share, 1) * 100);
    else
        buf_fmt(&b, "%.*s: %.0f %% of the time, limited by %s", columns, name,
                part * 100, k->limiter);
    buf_fmt(&b, ", occupancy %.0f %%", k->occupancy * 100);
    term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
}

// The waste of a line: sectors or wavefronts beyond the fewest possible.
static uint64_t waste_of(const LineCost *l) {
    const SimCounters *c = &l->c;
    return c->gmem_sectors - min_of(c->gmem_ideal, c->gmem_sectors) +
           c->smem_wavefronts - min_of(c->smem_ideal, c->smem_wavefronts);
}

static double per_request(uint64_t n, uint64_t requests) {
    return (double)n / (double)max_of(requests, (uint64_t)1);
}

// Sectors and wavefronts have no part in what fails, such as a count of calls.
static bool fails_for_others(const CheckResult *r) {
    static const char *const counts[] = {
        "launches",   "smem_requests", "global_atomics", "shared_bytes",
        "registers",  "barriers",      "peer_bytes",     "link_bytes",
        "own_memory", "own_atomics",   "shared_atomics"};
    bool fails = false;
    for (int i = 0; i < r->ngates; i++) {
        bool is_count = false;
        if (r->gates[i].verdict != VERDICT_FAIL) continue;
        for (size_t k = 0; k < COUNT_OF(counts); k++)
            is_count |= !strcmp(r->gates[i].gate->metric, counts[k]);
        if (!is_count) return false;
        fails = true;
    }
    return fails;
}

// All that fails is what goes through global memory.
static bool fails_for_traffic(const CheckResult *r) {
    static const char *const counts[] = {"traffic", "dram_bytes", "l1_traffic",
                                         "l2_traffic", "bytes_per_request"};
    bool fails = false;
    for (int i = 0; i < r->ngates; i++) {
        bool is_traffic = false;
        if (r->gates[i].verdict != VERDICT_FAIL) continue;
        for (size_t k = 0; k < COUNT_OF(counts); k++)
            is_traffic |= !strcmp(r->gates[i].gate->metric, counts[k]);
        if (!is_traffic) return false;
        fails = true;
    }
    return fails;
}

// The line has a part in what fails, as far as that is known.
static bool is_of_weight(const CheckResult *r, const LineCost *l) {
    const double least = fails_for_traffic(r) ? 0.1 : 0.4; // of the time
    double all = 0;
    for (int i = 0; i < r->nlines; i++)
        all += r->lines[i].us;
    if (r->costly_share > 0) all = r->costly->us / r->costly_share;
    return all <= 0 || l->us >= least * all;
}

// The distance of neighbouring lanes, as far as the sectors of a request tell
// it: twice as many as would do are two elements, and 32 one for each lane.
static void say_distance(double sectors, double least, Buf *b) {
    double times = sectors / least;
    if (sectors > 31.5)
        buf_fmt(b, ": each lane has a sector of its own");
    else if (times > 1.96 && times < 2.04)
        buf_fmt(b, ", as if neighbouring lanes were 2 elements apart");
    else if (times > 3.92 && times < 4.08)
        buf_fmt(b, ", as if neighbouring lanes were 4 elements apart");
}

static void show_worst_line(const Term *t, const CheckResult *r, Buf *out) {
    const LineCost *worst = NULL;
    for (int i = 0; i < r->nlines; i++)
        if (!worst || waste_of(&r->lines[i]) > waste_of(worst))
            worst = &r->lines[i];
    bool told = r->hint && r->hint == r->costly_why;
    if (!worst || told || fails_for_others(r) || !is_of_weight(r, worst))
        return;
    const SimCounters *c = &worst->c;
    uint64_t global = c->gmem_loads + c->gmem_stores;
    uint64_t shared = c->smem_loads + c->smem_stores;
    Buf b = {0};
    if (global && c->gmem_sectors * 2 > c->gmem_ideal * 3) {
        buf_fmt(&b,
                "look at %s:%d: %.3g sectors per request where %.3g would do",
                path_base(worst->file), worst->line,
                per_request(c->gmem_sectors, global),
                per_request(c->gmem_ideal, global));
        say_distance(per_request(c->gmem_sectors, global),
                     per_request(c->gmem_ideal, global), &b);
    } else if (shared && !fails_for_traffic(r) &&
               c->smem_wavefronts * 2 > c->smem_ideal * 3)
        buf_fmt(&b,
                "look at %s:%d: %.3g passes over shared memory per request "
                "where %.3g would do",
                path_base(worst->file), worst->line,
                per_request(c->smem_wavefronts, shared),
                per_request(c->smem_ideal, shared));
    if (b.len > 0) term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
}

// Shows the programs that ran in turn with yours.
static void show_rivals(const Term *t, const CheckResult *r, Buf *out) {
    for (int i = 0; i < r->nrivals; i++) {
        const Rival *v = &r->rivals[i];
        Buf time = {0}, text = {0};
        if (v->us > 0 && isfinite(v->ratio)) {
            fmt_us(&time, v->us);
            buf_fmt(&text, "%s: in turn with yours on the same inputs",
                    *v->what ? v->what : v->name);
        } else {
            buf_str(&time, "-");
            buf_fmt(&text, "not timed: %s", v->why ? v->why : "");
        }
        report_row(t, out, v->name, INK_DIM, buf_text(&time), buf_text(&text));
        buf_free(&time);
        buf_free(&text);
    }
}

// How far the clock can be trusted, and what disturbed it.
static void show_conditions(const Term *t, const CheckResult *r, Buf *out) {
    const Timing *time = &r->time;
    Buf b = {0};
    if (time->event_overhead_us > 0) {
        buf_str(&b, "timer overhead: ");
        fmt_us(&b, time->event_overhead_us);
    }
    if (fabs(time->offset_us) >= 0.002 * time->median_us)
        buf_fmt(&b, "; memory placement shifts this process by %.2f us, %s",
                fabs(time->offset_us),
                time->offset_us > 0 ? "subtracted" : "added");
    if (time->processes > 1)
        buf_fmt(&b, ", the mean of %d processes", time->processes);
    if (time->mhz > 0) buf_fmt(&b, ", SMs at %.0f MHz", time->mhz);
    if (time->unheld)
        buf_str(&b, "; your code waits for the device itself, so launch "
                    "latency is in the time");
    if (time->persists)
        buf_str(&b, "; what your code keeps in L2 outlives the overwriting, so "
                    "it was reset before each repetition");
    if (b.len > 0) term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
    for (int i = 0; i < r->conditions.nremarks; i++)
        term_wrap(t, out, ROW_TEXT, r->conditions.remark[i]);
}

static double kernels_part(const CheckResult *r) {
    double us = 0;
    for (int i = 0; i < r->nkernels; i++)
        us += r->kernels[i].us;
    return us / r->time.median_us;
}

// Those of kata's own tests are in the time, and nobody can change them.
static void show_tests(const Term *t, const CheckResult *r, Buf *out) {
    if (!r->time.modelled || r->tests_us < 0.05 * r->time.median_us) return;
    Buf b = {0};
    buf_str(&b, "kata's own kernels are in it: ");
    fmt_us(&b, r->tests_us);
    buf_fmt(&b, " (%s)", r->tests_kernels);
    term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
}

static void show_costly_line(const Term *t, const CheckResult *r, Buf *out) {
    Buf b = {0};
    if (!r->costly || r->costly_share < 0.1) return;
    buf_fmt(&b, "costliest line: %s:%d, %.0f %% of the %stime",
            path_base(r->costly->file), r->costly->line, r->costly_share * 100,
            is_most(kernels_part(r)) ? "" : "kernels' ");
    if (*r->costly->limiter) buf_fmt(&b, ", mostly %s", r->costly->limiter);
    term_wrap(t, out, ROW_TEXT, buf_text(&b));
    buf_free(&b);
}

void report_timing(const Term *t, const CheckResult *r, Buf *out) {
    const Timing *time = &r->time;
    if (!time->present) return;
    Buf b = {0};
    if (time->lo_us < time->hi_us) {
        buf_char(&b, '[');
        fmt_us(&b, time->lo_us);
        buf_str(&b, ", ");
        fmt_us(&b, time->hi_us);
        buf_str(&b, "]");
    }
    if (time->n > 1) buf_fmt(&b, "%s%d runs", b.len ? ", " : "", time->n);
    if (time->shape && *time->shape)
        buf_fmt(&b, "%s%s", b.len ? ", " : "", time->shape);
    if (time->modelled)
        buf_fmt(&b, "%s(modelled%s)", b.len ? " " : "",
                time->sampled ? ", sampled" : "");

    Buf median = {0};
    fmt_us(&median, time->median_us);
    report_row(t, out, "time", INK_BOLD, buf_text(&median), buf_text(&b));
    show_bandwidth(t, r, out);
    show_flops(t, r, out);
    show_tests(t, r, out);
    show_limiter(t, r, out);
    show_costly_line(t, r, out);
    if (!time->modelled) show_conditions(t, r, out);
    show_rivals(t, r, out);
    if (count_gates(r, VERDICT_FAIL) > 0) show_worst_line(t, r, out);
    buf_free(&b);
    buf_free(&median);
}
