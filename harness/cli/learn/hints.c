// Looks for the words that `when:` can name in the record of an attempt.
#include "cli/learn/hints.h"

#include <string.h>

static bool hint_answers(Arena *scratch, const Hint *h, const Attempt *at) {
    for (int i = 0; i < at->ngates; i++)
        if (!strcmp(at->gates[i].metric, h->when) &&
            !strcmp(at->gates[i].verdict, verdict_id(VERDICT_FAIL)))
            return true;
    for (int i = 0; i < at->ncases; i++) {
        const CaseRow *c = &at->cases[i];
        if (!strcmp(c->verdict, verdict_id(VERDICT_PASS))) continue;
        if (!strncmp(c->name, "trap ", 5) && !strcmp(c->name + 5, h->when))
            return true;
        if (h->of && !strstr(c->detail, arena_fmt(scratch, "; %s[", h->of)))
            continue;
        if (strstr(c->detail, arena_fmt(scratch, "(%s)", h->when))) return true;
    }
    return false;
}

const Hint *hints_fitting(Arena *scratch, const Exercise *ex,
                          const Attempt *at) {
    const Hint *general = NULL; // the verdict's own fits last
    for (int i = 0; i < ex->nhints; i++) {
        const Hint *h = &ex->hints[i];
        if (!h->when) continue;
        if (hint_answers(scratch, h, at)) return h;
        if (!general && !strcmp(h->when, verdict_id(at->verdict))) general = h;
    }
    return general;
}
