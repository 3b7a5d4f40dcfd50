// A warp runs until it gives up.
//
// Handlers say what comes next, or that somebody has to choose: then meetings
// of lanes that are complete end, and of the groups that can run one is taken.
#include "sim/check/undefined.h"
#include "sim/core/groups.h"
#include "sim/exec/barrier.h"
#include "sim/launch/block.h"

// NULL: none can run, and w->state says why.
static const Insn *warp_pick(Warp *w) {
    if (w->wait.lanes) collect_release(w);
    if (!w->live) {
        w->state = WARP_DONE;
        return NULL;
    }
    if (!(w->live & ~w->wait.lanes)) return barrier_parked(w);
    return warp_choose(w);
}

// With an eye on values that nobody gave, until none is left. Returns what
// comes next, NULL as a handler does.
static const Insn *run_carefully(Warp *w, const Insn *in) {
    while (in && undefined_is_left(w)) {
        undefined_before(w, in);
        in = in->fn(w, in);
        if (w->careful && w->state != WARP_TRAPPED) in = w->careful;
        w->careful = NULL;
    }
    return in;
}

void warp_run(Warp *w) {
    const Insn *in = w->resume;
    w->regroup = !in;
    for (;;) {
        if (undefined_is_left(w)) in = run_carefully(w, in);
        while (in)
            in = in->fn(w, in);
        if (w->careful && w->state != WARP_TRAPPED) {
            in = w->careful;
            w->careful = NULL;
            continue;
        }
        if (!w->regroup) return;
        w->regroup = false;
        in = warp_pick(w);
    }
}
