// A check for programs. "schema" grows by one whenever a key changes its
// meaning or goes; new keys may come at any time.
#include "report/rows.h"

#include "base/json.h"

#include <math.h>

static void put_device(Json *j, const DeviceInfo *d) {
    json_key(j, "device");
    json_open(j, '{');
    json_kstr(j, "name", d->name);
    json_kstr(j, "uuid", d->uuid);
    json_kstr(j, "driver", d->driver);
    json_kstr(j, "runtime", d->runtime);
    json_kint(j, "cc", d->cc);
    json_kint(j, "sms", d->sms);
    json_knum(j, "sm_mhz", d->sm_mhz);
    json_knum(j, "mem_mhz", d->mem_mhz);
    json_knum(j, "theoretical_gbs", d->theoretical_gbs);
    json_close(j, '}');
}

static void put_build(Json *j, const BuildResult *b) {
    json_key(j, "build");
    json_open(j, '{');
    json_kbool(j, "cached", b->cached);
    json_knum(j, "seconds", b->seconds);
    json_kstr(j, "command", b->command);
    json_kstr(j, "diagnostics", b->diagnostics);
    json_kstr(j, "remark", b->remark);
    json_kint(j, "registers", b->registers);
    json_kint(j, "spill_bytes", b->spill_bytes);
    json_close(j, '}');
}

// JSON has no word for what is no number, and which it is tells all.
static void put_element(Json *j, const char *key, double v) {
    if (isfinite(v))
        json_knum(j, key, v);
    else
        json_kstr(j, key, isnan(v) ? "nan" : v > 0 ? "inf" : "-inf");
}

static void put_mismatches(Json *j, const CaseResult *c) {
    json_key(j, "first");
    json_open(j, '[');
    for (int i = 0; i < c->nfirst; i++) {
        const Mismatch *m = &c->first[i];
        json_open(j, '{');
        json_kstr(j, "where", m->where);
        json_kint(j, "index", m->index);
        put_element(j, "expected", m->want);
        put_element(j, "got", m->got);
        json_knum(j, "bound", m->bound);
        json_kbool(j, "never_written", m->got_poison);
        if (m->says) json_kstr(j, "fact", m->fact);
        if (m->says) json_kstr(j, "says", m->says);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_seed(Json *j, uint64_t seed) {
    Buf b = {0}; // as text: JSON readers lose bits of large integers
    buf_fmt(&b, "0x%llx", (unsigned long long)seed);
    json_kstr(j, "seed", buf_text(&b));
    buf_free(&b);
}

static void put_cases(Json *j, const CheckResult *r) {
    json_key(j, "cases");
    json_open(j, '[');
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        json_open(j, '{');
        json_kstr(j, "name", c->name);
        json_kstr(j, "verdict", verdict_text(c->verdict));
        put_seed(j, c->seed);
        json_kstr(j, "kind", c->kind);
        json_kstr(j, "why", c->why);
        json_kstr(j, "output", c->output);
        json_kint(j, "wrong", c->wrong);
        json_kint(j, "total", c->total);
        json_kstr(j, "pattern", c->pattern);
        put_mismatches(j, c);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_trap(Json *j, const TrapInfo *t) {
    json_open(j, '{');
    json_kstr(j, "kind", t->kind);
    json_kstr(j, "message", t->message);
    json_kstr(j, "hint", t->hint);
    json_kstr(j, "file", t->file);
    json_kint(j, "line", t->line);
    json_kstr(j, "function", t->function);
    json_kstr(j, "block", t->block);
    json_kstr(j, "thread", t->thread);
    json_kstr(j, "address", t->address);
    json_kstr(j, "space", t->space);
    json_kstr(j, "access", t->access);
    json_kstr(j, "allocation", t->alloc_note);
    if (t->alloc_line > 0) {
        json_kstr(j, "allocated_file", t->alloc_file);
        json_kint(j, "allocated_line", t->alloc_line);
    }
    json_kstr(j, "variable", t->variable);
    json_kstr(j, "other_file", t->other_file);
    json_kint(j, "other_line", t->other_line);
    json_kstr(j, "other_block", t->other_block);
    json_kstr(j, "other_thread", t->other_thread);
    json_kint(j, "count", t->count);
    json_close(j, '}');
}

static void put_traps(Json *j, const TrapInfo *traps, int n) {
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        put_trap(j, &traps[i]);
    json_close(j, ']');
}

static void put_gates(Json *j, const CheckResult *r) {
    json_key(j, "gates");
    json_open(j, '[');
    for (int i = 0; i < r->ngates; i++) {
        const GateOutcome *o = &r->gates[i];
        json_open(j, '{');
        json_kstr(j, "metric", o->gate->metric);
        json_kstr(j, "of", o->gate->of);
        json_kstr(j, "over", o->gate->over);
        json_kstr(j, "verdict", verdict_text(o->verdict));
        json_knum(j, "value", o->value);
        json_knum(j, "low", o->lo);
        json_knum(j, "high", o->hi);
        json_knum(j, o->gate->at_least ? "at_least" : "at_most",
                  o->gate->bound);
        json_kstr(j, "why", o->why);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_time(Json *j, const Timing *t) {
    json_key(j, "time");
    if (!t->present) {
        json_null(j);
        return;
    }
    json_open(j, '{');
    json_kbool(j, "modelled", t->modelled);
    json_kbool(j, "sampled", t->sampled);
    json_knum(j, "median_us", t->median_us);
    json_knum(j, "low_us", t->lo_us);
    json_knum(j, "high_us", t->hi_us);
    json_knum(j, "bytes", t->bytes);
    json_knum(j, "flops", t->flops);
    json_knum(j, "gbs", t->gbs);
    json_knum(j, "ceiling_gbs", t->ceiling_gbs);
    json_knum(j, "theoretical_gbs", t->theoretical_gbs);
    json_kstr(j, "access", t->access);
    json_kstr(j, "shape", t->shape);
    json_knum(j, "event_overhead_us", t->event_overhead_us);
    json_knum(j, "offset_us", t->offset_us);
    json_kint(j, "processes", t->processes);
    json_knum(j, "sm_mhz", t->mhz);
    json_kint(j, "dropped", t->dropped);
    json_kbool(j, "held", !t->unheld);
    json_kbool(j, "persists", t->persists);
    json_knum(j, "warm_us", t->warm_us);
    json_knum(j, "warm_ms", t->warm_ms);
    json_key(j, "samples_us");
    json_open(j, '[');
    for (int i = 0; i < t->n && t->samples_us; i++)
        json_num(j, t->samples_us[i]);
    json_close(j, ']');
    json_close(j, '}');
}

static void put_rivals(Json *j, const CheckResult *r) {
    json_key(j, "baselines");
    json_open(j, '[');
    for (int i = 0; i < r->nrivals; i++) {
        const Rival *b = &r->rivals[i];
        json_open(j, '{');
        json_kstr(j, "name", b->name);
        json_kstr(j, "what", b->what);
        json_kstr(j, "why", b->why);
        json_knum(j, "median_us", b->us);
        json_knum(j, "low_us", b->lo_us);
        json_knum(j, "high_us", b->hi_us);
        json_knum(j, "ratio", b->ratio);
        json_knum(j, "ratio_low", b->lo);
        json_knum(j, "ratio_high", b->hi);
        json_close(j, '}');
    }
    json_close(j, ']');
}

// Where the time went, by the names of gate/machine/phases.def.
static void put_phases(Json *j, const CheckResult *r) {
    json_key(j, "laps");
    json_open(j, '{');
    for (int i = 0; i < PHASE_COUNT; i++)
        json_knum(j, phase_info[i].id, r->phases.seconds[i]);
    json_knum(j, "ours", phase_seconds_of(&r->phases, PHASE_OURS));
    json_close(j, '}');
}

// Those that are not zero, by their names in counters.def.
void report_counters_json(Json *j, const SimCounters *c) {
    json_key(j, "counters");
    json_open(j, '{');
#define COUNTER(id, ...)                                                       \
    if (c->id) json_kint(j, #id, (long long)c->id);
#include "sim/counters.def"
    json_close(j, '}');
}

void report_kernels_put(Json *j, const KernelCost *k, int n) {
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        json_open(j, '{');
        json_kstr(j, "kernel", k[i].kernel);
        json_kstr(j, "grid", k[i].grid);
        json_kstr(j, "block", k[i].block);
        json_kint(j, "registers", k[i].regs);
        json_kint(j, "smem_bytes", k[i].smem_bytes);
        json_kint(j, "stack_bytes", k[i].stack_bytes);
        json_knum(j, "us", k[i].us);
        json_kstr(j, "limiter", k[i].limiter);
        json_knum(j, "share", k[i].share);
        json_knum(j, "longest", k[i].longest);
        json_knum(j, "busiest", k[i].busiest);
        json_knum(j, "skew", k[i].skew);
        json_kint(j, "hops", k[i].hops);
        json_knum(j, "occupancy", k[i].occupancy);
        json_knum(j, "sampled", k[i].sampled);
        json_kstr(j, "occupancy_limit", k[i].occupancy_limit);
        report_counters_json(j, &k[i].c);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_lines(Json *j, const CheckResult *r) {
    json_key(j, "lines");
    json_open(j, '[');
    for (int i = 0; i < r->nlines; i++) {
        const LineCost *l = &r->lines[i];
        json_open(j, '{');
        json_kstr(j, "file", l->file);
        json_kint(j, "line", l->line);
        json_knum(j, "us", l->us);
        json_kstr(j, "limiter", l->limiter);
        report_counters_json(j, &l->c);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void report_check_json(const CheckResult *r, const CheckHead *head, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 2);
    json_kstr(&j, "exercise", r->ex->id);
    json_kstr(&j, "address", head->address);
    json_kstr(&j, "file", head->file);
    json_key(&j, "attempt");
    if (head->attempt > 0)
        json_int(&j, head->attempt);
    else
        json_null(&j);
    json_kstr(&j, "verdict", verdict_text(r->verdict));
    json_kstr(&j, "verdict_id", verdict_id(r->verdict));
    json_kint(&j, "exit_status", verdict_exit_status(r->verdict));
    json_kstr(&j, "stage", stage_name(r->stage));
    json_kstr(&j, "summary", r->summary);
    json_kstr(&j, "advice", r->advice);
    json_kstr(&j, "hint", r->hint);
    json_kstr(&j, "backend", r->backend->id);
    json_kbool(&j, "modelled", r->modelled);
    json_kstr(&j, "note", r->note);
    json_kstr(&j, "medal", r->medal);
    json_kstr(&j, "version", r->version);
    put_seed(&j, r->seed);
    json_knum(&j, "seconds", r->seconds);
    put_device(&j, &r->device);
    put_build(&j, &r->build);
    json_kstr(&j, "run", run_status_text(r->run_status));
    json_kstr(&j, "run_detail", r->run_detail);
    put_cases(&j, r);
    json_key(&j, "traps");
    put_traps(&j, r->traps, r->ntraps);
    put_gates(&j, r);
    put_time(&j, &r->time);
    put_rivals(&j, r);
    json_key(&j, "conditions");
    if (r->conditions.known)
        conditions_json(&j, &r->conditions);
    else
        json_null(&j);
    put_phases(&j, r);
    json_key(&j, "kernels");
    report_kernels_put(&j, r->kernels, r->nkernels);
    put_lines(&j, r);
    json_kstr(&j, "stdout", r->out_text);
    json_kstr(&j, "stderr", r->err_text);
    json_kstr(&j, "next", head->next);
    json_close(&j, '}');
    buf_char(out, '\n');
}

void report_traps_json(const TrapInfo *traps, int n, Buf *out) {
    Json j = json_to(out);
    put_traps(&j, traps, n);
}

void report_kernels_json(const KernelCost *k, int n, Buf *out) {
    Json j = json_to(out);
    report_kernels_put(&j, k, n);
}
