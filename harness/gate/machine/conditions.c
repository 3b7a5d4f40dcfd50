// See conditions.h. A remark changes how a number is to be read; the rest is
// only kept.
#include "gate/machine/conditions.h"

void conditions_begin(Conditions *c) {
    *c = (Conditions){0};
    nvml_probe(&c->before);
    c->known = c->before.present;
}

void conditions_look_around(Conditions *c, const DeviceLock *t) {
    c->company = device_lock_has_others(t);
    if (c->company || c->before.processes == 0) return;
    // One may have come or gone between the two looks.
    nvml_probe(&c->before);
    c->company = device_lock_has_others(t);
}

void conditions_take_lock(Arena *a, Conditions *c, const DeviceLock *t) {
    c->waited_s = t->waited;
    c->intruded = t->missed;
    c->unlocked = device_lock_missed(a, t);
}

void conditions_poll(Conditions *c) {
    if (c->known) c->throttle |= nvml_throttle();
}

void conditions_end(Arena *a, Conditions *c, const SampleState *s) {
    if (!c->known) return;
    nvml_probe(&c->after);
    conditions_judge(a, c, s);
}

static void add_remark(Conditions *c, const char *text) {
    if (c->nremarks < MAX_REMARKS) c->remark[c->nremarks++] = text;
}

// Others on the same GPU, seen before ours began. How busy it was counts only
// then: right after another check it was busy with that.
static void judge_company(Arena *a, Conditions *c) {
    const GpuState *g = &c->before;
    if (c->unlocked) add_remark(c, c->unlocked);
    if (c->intruded) c->spoilt = "another kata was using the GPU";
    // Some of them are kata's, which wait while this one times. The load of the
    // others cannot be told from theirs.
    if (g->processes > 0 && !c->company) {
        add_remark(
            c, arena_fmt(a,
                         "%u other program%s this GPU (busy %u %% of the "
                         "time): times may be theirs as well",
                         g->processes, g->processes == 1 ? " uses" : "s use",
                         g->busy_percent));
        if (g->busy_percent >= 10)
            c->spoilt = "another program was using the GPU";
    }
    if (g->display == 1)
        add_remark(c, "a display runs on this GPU and takes its share of it");
}

static void judge_clock(Arena *a, Conditions *c, const SampleState *s) {
    const char *why = nvml_throttle_text(a, c->throttle);
    int all = s->n + s->dropped;
    if (s->dropped > 0)
        add_remark(c, arena_fmt(a,
                                "%d of %d samples left out: the clock was more "
                                "than 3 %% below its usual %.0f MHz%s%s",
                                s->dropped, all, s->mhz,
                                *why ? ", held down by " : "", why));
    else if (*why && s->mhz < 0.97 * c->before.sm_mhz_max)
        add_remark(c, arena_fmt(a, "the clock was held down by %s%s", why,
                                s->mhz > 0
                                    ? arena_fmt(a, ": %.0f MHz of %u", s->mhz,
                                                c->before.sm_mhz_max)
                                    : ""));
    if (s->unsteady)
        add_remark(c, "the clock did not come to rest before the measurement");
    if (4 * s->dropped > all || (s->unsteady && s->dropped > 0))
        c->spoilt = "the GPU's clock was not steady";
}

static void judge_setting(Arena *a, Conditions *c) {
    const GpuState *g = &c->before;
    if (g->power_default_w > 0 && g->power_limit_w < 0.99 * g->power_default_w)
        add_remark(c, arena_fmt(a, "power is capped at %.0f W of %.0f",
                                g->power_limit_w, g->power_default_w));
    if (g->mig == 1)
        add_remark(c,
                   "MIG is on: this is a slice of a GPU, and fractions of the "
                   "theoretical rate, which is the whole GPU's, say little");
}

void conditions_judge(Arena *a, Conditions *c, const SampleState *s) {
    c->nremarks = 0;
    c->spoilt = NULL;
    judge_company(a, c);
    judge_clock(a, c, s);
    judge_setting(a, c);
}

static void put_state(Json *j, const char *key, const GpuState *g) {
    json_key(j, key);
    json_open(j, '{');
    json_kint(j, "sm_mhz", g->sm_mhz);
    json_kint(j, "sm_mhz_max", g->sm_mhz_max);
    json_kint(j, "mem_mhz", g->mem_mhz);
    json_kint(j, "temperature_c", g->temperature_c);
    json_knum(j, "power_w", g->power_w);
    json_knum(j, "power_limit_w", g->power_limit_w);
    json_knum(j, "power_default_w", g->power_default_w);
    json_kint(j, "throttle_bits", (long long)g->throttle);
    json_kint(j, "processes", g->processes);
    json_kint(j, "busy_percent", g->busy_percent);
    json_knum(j, "memory_free_bytes", g->memory_free_bytes);
    json_kint(j, "ecc", g->ecc);
    json_kint(j, "mig", g->mig);
    json_kint(j, "display", g->display);
    json_kint(j, "persistence", g->persistence);
    json_close(j, '}');
}

void conditions_json(Json *j, const Conditions *c) {
    json_open(j, '{');
    put_state(j, "before", &c->before);
    if (c->after.present) put_state(j, "after", &c->after);
    json_kint(j, "throttle_bits", (long long)c->throttle);
    json_kbool(j, "company", c->company);
    json_kbool(j, "turn", !c->unlocked);
    json_knum(j, "waited_s", c->waited_s);
    json_key(j, "remarks");
    json_open(j, '[');
    for (int i = 0; i < c->nremarks; i++)
        json_str(j, c->remark[i]);
    json_close(j, ']');
    json_close(j, '}');
}
