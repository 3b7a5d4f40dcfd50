// Old exercises that are solved again from the stub, against the clock.
#include "paper/drill.h"

#include "base/rng.h"

#include <math.h>

enum { MINUTE = 60, DAY = 24 * 60 * MINUTE };

const char **drill_draw(Arena *a, const ProjectNeed *n, uint64_t seed) {
    int all = 0;
    while (n->drill[all])
        all++;
    int drawn = n->draw && n->draw < all ? n->draw : all;
    const char **ids = arena_array(a, const char *, (size_t)all + 1);
    Rng r;
    rng_seed(&r, seed);
    for (int i = 0; i < all; i++)
        ids[i] = n->drill[i];
    for (int i = 0; i < drawn; i++) {
        int k = i + (int)rng_below(&r, (uint64_t)(all - i));
        const char *id = ids[i];
        ids[i] = ids[k];
        ids[k] = id;
    }
    ids[drawn] = NULL;
    return ids;
}

// Whole minutes, as they are told.
static double limit_of(const ProjectNeed *n, const Exercise *ex) {
    return ceil(n->limit * ex->minutes);
}

static const char *what_is_wrong(Arena *a, const ProjectNeed *n,
                                 const Exercise *ex, const Drill *d,
                                 const char **kind) {
    double limit = limit_of(n, ex);
    double took = (double)(d->solved - d->begun) / MINUTE;
    *kind = "new";
    if (!d->passed)
        return arena_fmt(a,
                         "it had not been passed before: `kata check %s`, and "
                         "the drill %d days later",
                         ex->id, n->days);
    if (d->begun - d->passed < (int64_t)n->days * DAY)
        return arena_fmt(a,
                         "the last pass was less than %d days before: wait, "
                         "then `kata reset %s`",
                         n->days, ex->id);
    *kind = "unsolved";
    if (!d->solved)
        return arena_fmt(a,
                         "the stub is back, and nothing has passed since: "
                         "`kata check %s`",
                         ex->id);
    *kind = "helped";
    if (d->helped)
        return arena_fmt(a,
                         "you looked at %d hint%s or solutions: begin again "
                         "with `kata reset %s`",
                         d->helped, d->helped == 1 ? "" : "s", ex->id);
    *kind = "copied";
    if (d->same)
        return arena_fmt(a,
                         "what passed is the text of %s: begin again with "
                         "`kata reset %s`, and write it anew",
                         d->same, ex->id);
    *kind = "slow";
    if (took > limit)
        return arena_fmt(a,
                         "it took %.0f minutes, of %.0f: begin again with "
                         "`kata reset %s`",
                         ceil(took), limit, ex->id);
    return NULL;
}

const char *drill_judge(const PaperRequest *q, Arena *a, const ProjectNeed *n,
                        const char *exercise, const char **kind,
                        const char **said) {
    const PaperRecord *rec = q->record;
    const Exercise *ex = plan_find(q->plan, exercise);
    const char *first = NULL, *first_kind = NULL;
    Drill d;
    *kind = "unknown";
    if (!ex) return arena_fmt(a, "there is no exercise '%s'", exercise);
    for (int i = 0; rec && rec->drill && rec->drill(rec->ctx, a, ex, i, &d);
         i++) {
        const char *why = what_is_wrong(a, n, ex, &d, kind);
        if (!why) {
            *said = arena_fmt(a, "%.0f of %.0f minutes",
                              (double)(d.solved - d.begun) / MINUTE,
                              limit_of(n, ex));
            return NULL;
        }
        if (!first) {
            first = why;
            first_kind = *kind;
        }
    }
    *kind = first ? first_kind : "not-begun";
    if (first) return first;
    return arena_fmt(a,
                     "`kata reset %s` puts the stub back and starts the "
                     "clock: %.0f minutes",
                     exercise, limit_of(n, ex));
}
