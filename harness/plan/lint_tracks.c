// kata lint: tracks and the bank, beyond what their loader can see.
#include "base/path.h"
#include "plan/lint_parts.h"

#include <string.h>

void lint_covers(Lint *l, Loc loc, const char **covers) {
    for (; l->has_tsv && *covers; covers++) {
        if (map_find(&l->covers, *covers)) continue;
        lint_find(l->out, loc, true, "covers: the syllabus has no item '%s'",
                  *covers);
        lint_advise(l->out, "ids are in curriculum/items.tsv, like "
                            "bootcamp-104");
    }
}

// ---- items

static bool list_holds(const Items *list, const Item *item) {
    return item >= list->at && item < list->at + list->n;
}

static void check_order(Lint *l, const Track *t, const Item *item,
                        const Map *seen) {
    const char **needs = item->ex        ? item->ex->needs
                         : item->planned ? item->planned->needs
                                         : item->covers; // none: text
    if (!item->ex && !item->planned) return;
    for (; *needs; needs++) {
        const Item *first = track_item(t, *needs);
        if (map_find(seen, *needs) || !first || first == item ||
            list_holds(&t->daily, first))
            continue;
        lint_find(l->out, item->loc, false,
                  "'%s' comes before '%s', which it needs", item->id, *needs);
        lint_advise(l->out, "change their order");
    }
}

// An exercise comes once in a track, and after what it needs. The daily list
// is drawn from what is known already.
static void check_items(Lint *l, const Track *t) {
    Map seen = {0};
    const Choice *last = NULL;
    for (int i = 0; i < t->nall; i++) {
        const Item *item = t->all[i];
        lint_covers(l, item->loc, item->covers);
        if (item->choice && item->choice != last)
            lint_covers(l, item->choice->loc, item->choice->covers);
        last = item->choice;
        if (list_holds(&t->daily, item)) continue;
        if (item->id && map_find(&seen, item->id)) {
            lint_find(l->out, item->loc, true, "'%s' is in this track twice",
                      item->id);
            lint_advise(l->out, "keep one; kata review brings it back");
        }
        check_order(l, t, item, &seen);
        if (item->id) map_set(&seen, item->id, l);
        if (item->quiz.id) map_set(&seen, item->quiz.id, l);
    }
    map_free(&seen);
}

// ---- goals

static void check_goal(Lint *l, const Track *t, const Goal *g) {
    if (!g) return;
    lint_covers(l, g->loc, g->covers);
    for (int i = 0; i < g->nneeds; i++)
        for (int k = 0; k < g->needs[i].n; k++) {
            const Ref *ref = &g->needs[i].of[k];
            if (track_item(t, ref->id)) continue;
            lint_find(l->out, ref->loc, true,
                      "requires: '%s' is not in this track", ref->id);
            lint_advise(l->out, "a goal that nothing leads to cannot be met: "
                                "put it into a week");
        }
}

static bool asks_for_something(const Goal *g) {
    for (int i = 0; i < g->nneeds; i++)
        for (int k = 0; k < g->needs[i].n; k++) {
            const Exercise *ex = g->needs[i].of[k].ex;
            if (ex && kind_is_checked(ex->kind)) return true;
        }
    return false;
}

// An announced exercise keeps no gate shut, so a gate that asks for nothing
// else would stand open.
static void check_gate(Lint *l, const Track *t, const Goal *g) {
    check_goal(l, t, g);
    if (!g || g->mode != GOAL_OPENS || asks_for_something(g)) return;
    lint_find(l->out, g->loc, false,
              "this gate stands open: all it asks for is only announced");
    lint_advise(l->out, "add to requires: something that exists, or take "
                        "mode: advises");
}

static void check_goals(Lint *l, const Track *t) {
    for (int w = 0; w < t->nweeks; w++)
        check_gate(l, t, t->weeks[w].gate);
    for (int i = 0; i < t->nphases; i++) {
        const Phase *p = &t->phases[i];
        check_gate(l, t, p->gate);
        for (int k = 0; k < p->ndeliverables; k++)
            check_goal(l, t, &p->deliverables[k]);
    }
    for (int i = 0; i < t->nmilestones; i++)
        check_goal(l, t, &t->milestones[i]);
    for (int i = 0; i < t->nhabits; i++)
        lint_covers(l, t->habits[i].loc, t->habits[i].covers);
}

void lint_track(Lint *l, const Track *t) {
    lint_left(l, (Loc){t->path, 1, 1}, t->path);
    check_items(l, t);
    check_goals(l, t);
}

// ---- the bank

static bool is_listed(const Topic *t, const char *id) {
    for (int i = 0; i < t->n; i++)
        if (strcmp(t->refs[i].id, id) == 0) return true;
    return false;
}

// Once there is a bank, it is the table of contents of everything.
static void check_listed(Lint *l, const Exercise *ex) {
    for (int t = 0; t < l->p->ntopics; t++)
        if (is_listed(l->p->topics[t], ex->id)) return;
    lint_find(l->out, ex->loc, false, "the bank does not have '%s'", ex->id);
    lint_advise(l->out, "add its id to the topic in curriculum/bank/");
}

void lint_bank(Lint *l) {
    const Plan *p = l->p;
    for (int i = 0; i < p->planned.n; i++) {
        const Planned *planned = p->planned.at[i].value;
        lint_covers(l, planned->loc, planned->covers);
        lint_needs(l, planned->loc, planned->needs);
        if (!plan_find(p, planned->id)) continue;
        lint_find(l->out, planned->loc, false, "'%s' exists now", planned->id);
        lint_advise(l->out, "write '- %s' instead of its announcement",
                    planned->id);
    }
    for (int i = 0; p->ntopics && i < p->nexercises; i++)
        check_listed(l, p->exercises[i]);
}
