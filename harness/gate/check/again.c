#include "gate/check/again.h"

#include "gate/measure/gates.h"

enum { TRIES = 3 };

bool again_is_fair(const CheckResult *r) {
    if (r->verdict != VERDICT_FAIL || r->stage != STAGE_GATES ||
        r->backend != BACKEND_CPU)
        return false;
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_FAIL &&
            !gate_asks_time(r->gates[i].gate))
            return false;
    return true;
}

bool check_known_good(const CheckRequest *q, CheckResult *r, Err *err) {
    for (int left = TRIES - 1;; left--) {
        bool ok = check_run(q, r, err);
        if (!ok || left == 0 || !again_is_fair(r)) return ok;
        check_free(r);
    }
}
