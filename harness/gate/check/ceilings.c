// Denominators: what this GPU can do at most, measured here once a month.
#include "gate/check/state.h"

#include "base/path.h"
#include "gate/measure/ceiling.h"

#include <math.h>

// One program measures all ceilings of its groups, so a miss costs no more than
// the first one did.
double check_ceiling(Check *k, const char *access) {
    const CheckRequest *q = k->q;
    const DeviceInfo *d = &k->res->device;
    int which = ceiling_find(access);
    if (which < 0) return NAN;
    const char *key = ceiling_key(k->a, d->uuid, d->driver, (CeilingId)which);
    double known = q->fact ? q->fact(q->ctx, key) : NAN;
    if (!isnan(known) || k->calibrated || q->facts_only) return known;

    CeilingRequest c = {
        .toolkit = &k->tk,
        .places = &k->places,
        .folder = path_join(k->a, q->plan->root, "harness/bench"),
        .scratch = k->scratch.path,
        .cc = d->cc,
        .groups = CEILING_MEMORY | CEILING_COMPUTE,
        .lock = &k->lock,
    };
    Ceiling all[CEILING_COUNT];
    Err err = {0};
    k->calibrated = true;
    check_say(k, "measuring what this GPU can do (once a month)");
    TimerPhase before = phase_to(&k->res->phases, PHASE_calibrate);
    ceilings_measure(k->a, &c, all, NULL, &err);
    phase_to(&k->res->phases, before);
    err_clear(&err);
    for (int i = 0; i < CEILING_COUNT && q->set_fact; i++)
        if (!isnan(all[i].value) && !all[i].doubtful)
            q->set_fact(q->ctx,
                        ceiling_key(k->a, d->uuid, d->driver, (CeilingId)i),
                        all[i].value);
    return all[which].doubtful ? NAN : all[which].value;
}

void check_set_ceilings(Check *k) {
    Timing *t = &k->run.time;
    int access = t->access ? ceiling_find(t->access) : -1;
    if (!k->res->backend->has_roofs) return;
    if (!k->res->backend->is_modelled) {
        if (access >= 0) t->ceiling_gbs = check_ceiling(k, t->access);
        if (t->flops > 0) t->ceiling_tflops = check_ceiling(k, "fma32");
    } else {
        Ceiling model[CEILING_COUNT];
        ceilings_modelled(sim_gpu_find(k->model), model);
        if (access >= 0) t->ceiling_gbs = model[access].value;
        if (t->flops > 0) t->ceiling_tflops = model[CEILING_fma32].value;
    }
}
