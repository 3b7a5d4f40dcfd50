// See edit_memory.h.
#include "gate/check/edit_memory.h"

#include "base/day.h"

// Of all runs; those that are left then count as right.
static const double ALL_S = 5;

// Runs the copy in a session of its own; false: a sanitizer ended it.
static bool is_clean(Check *k, const char *binary, int copy, Err *err) {
    Session s;
    SessionStart how =
        check_how_to_start(k, binary, k->res->backend, k->region);
    how.checked = true;
    how.seconds = ALL_S;
    bool ok = session_start(&s, k->a, &how, err), alive = ok;
    for (int i = 0; i < k->ncases && ok && alive; i++) {
        CaseData c;
        ok = check_draw_case(k, i, &c, err) && case_fill(&c, s.shm.base, err);
        if (!ok) break;
        s.edit = copy;
        alive = session_run(&s, &c).alive;
        case_drop(&c);
    }
    session_end(&s, ok && alive);
    return !ok || alive;
}

void edit_memory_look(Check *k, const char *file, bool *right, int n) {
    Err err = {0};
    BuildJob job;
    BuildResult built = {0};
    Build *b = check_build_soon(k, file, -1, true, &job, &built);
    double end = clock_seconds() + ALL_S;
    if (b && build_finish(b, &err) && is_clean(k, built.binary, 0, &err))
        for (int i = 1; i < n && clock_seconds() < end; i++)
            if (right[i]) right[i] = is_clean(k, built.binary, i, &err);
    err_clear(&err); // nobody is worse off without
}
