// kata lint: prerequisites. The exercises that exist and those that the bank
// announces are one graph: an exercise that is announced today is written
// tomorrow.
#include "base/buf.h"
#include "base/str.h"
#include "plan/lint_parts.h"

#include <stdint.h>
#include <string.h>

static bool is_known(const Plan *p, const char *id) {
    return map_find(&p->by_id, id) || map_find(&p->planned, id);
}

void lint_needs(Lint *l, Loc loc, const char **needs) {
    const Plan *p = l->p;
    for (; *needs; needs++) {
        if (is_known(p, *needs)) continue;
        int n = 0;
        const char **ids = arena_array(&l->a, const char *,
                                       (size_t)(p->nexercises + p->planned.n));
        for (int i = 0; i < p->nexercises; i++)
            ids[n++] = p->exercises[i]->id;
        for (int i = 0; i < p->planned.n; i++)
            ids[n++] = p->planned.at[i].key;
        int near = str_nearest(*needs, ids, n);
        lint_find(l->out, loc, true, "needs: there is no exercise '%s'",
                  *needs);
        if (near >= 0)
            lint_advise(l->out, "did you mean '%s'?", ids[near]);
        else
            lint_advise(l->out, "needs: names exercises that come before");
    }
}

// ---- circles

enum { OPEN = 1, DONE };

typedef struct Walk {
    Lint *l;
    Map at;            // position + 1 of an id, as a pointer
    char *state;       // by position
    const char **path; // from the start to here
    int depth;
} Walk;

static const char **needs_of(const Plan *p, const char *id, Loc *loc) {
    const Exercise *ex = plan_find(p, id);
    const Planned *planned = ex ? NULL : map_find(&p->planned, id);
    *loc = ex ? ex->loc : planned->loc;
    return ex ? ex->needs : planned->needs;
}

static void report_circle(Walk *w, const char *id, Loc loc) {
    Buf b = {0};
    int from = w->depth - 1;
    while (strcmp(w->path[from], id) != 0)
        from--;
    for (int i = from; i < w->depth; i++)
        buf_fmt(&b, "%s -> ", w->path[i]);
    lint_find(w->l->out, loc, true, "needs: go in a circle: %s%s", buf_text(&b),
              id);
    lint_advise(w->l->out, "take one of these needs out");
    buf_free(&b);
}

// Depth first: an exercise met while it is still open closes a circle.
static void walk_needs(Walk *w, const char *id) {
    Loc loc;
    uintptr_t at = (uintptr_t)map_find(&w->at, id);
    if (at == 0 || w->state[at - 1] == DONE) return;
    const char **needs = needs_of(w->l->p, id, &loc);
    if (w->state[at - 1] == OPEN) {
        report_circle(w, id, loc);
        return;
    }
    w->state[at - 1] = OPEN;
    w->path[w->depth++] = id;
    for (; *needs; needs++)
        walk_needs(w, *needs);
    w->depth--;
    w->state[at - 1] = DONE;
}

static void add_id(Walk *w, const char *id) {
    if (!map_find(&w->at, id))
        map_set(&w->at, id, (void *)(uintptr_t)(w->at.n + 1));
}

void lint_circles(Lint *l) {
    const Plan *p = l->p;
    size_t n = (size_t)(p->nexercises + p->planned.n);
    Walk w = {.l = l,
              .state = arena_array(&l->a, char, n),
              .path = arena_array(&l->a, const char *, n)};
    for (int i = 0; i < p->nexercises; i++)
        add_id(&w, p->exercises[i]->id);
    for (int i = 0; i < p->planned.n; i++)
        add_id(&w, p->planned.at[i].key);
    for (int i = 0; i < w.at.n; i++)
        walk_needs(&w, w.at.at[i].key);
    map_free(&w.at);
}
