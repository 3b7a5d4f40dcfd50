// See items.h.
#include "cli/learn/items.h"

#include <string.h>

const char *item_name(const Course *w, const Slot *s) {
    const Item *it = s->item;
    if (!s->ex) return it->text ? it->text : it->id ? it->id : "";
    if (s->same) return course_text(w, s);
    return arena_fmt(&w->a->arena, "%s, %s",
                     plan_address(&w->a->arena, w->f.track, s->ex),
                     s->ex->title);
}

static bool slot_waits(const Slot *s) {
    return s->state == SLOT_OPEN || s->state == SLOT_BLOCKED ||
           s->state == SLOT_SHUT || s->state == SLOT_STALE;
}

bool item_is_due(const Course *w, const Slot *s) {
    bool text = s->state == SLOT_READING && s->due <= w->s.today &&
                s->due > w->s.today - DAYS_PER_WEEK;
    return text || (slot_waits(s) && s->due <= w->s.today &&
                    (s->counts || s->due == w->s.today));
}

bool item_is_wanted(const Course *w, const Slot *s, const ItemFilter *f) {
    bool of_topic = f->words && s->ex && strcasestr(s->ex->topic, f->words);
    if (f->words && !of_topic && !strcasestr(item_name(w, s), f->words))
        return false;
    if (!f->due && !f->failed && !f->stale && !f->passed && !f->planned)
        return true;
    return (f->due && item_is_due(w, s)) ||
           (f->failed && s->standing == STANDING_FAILED) ||
           (f->stale && s->state == SLOT_STALE) ||
           (f->passed && s->standing == STANDING_PASSED) ||
           (f->planned && s->state == SLOT_ABSENT);
}

// Of the slots of a track, and of those that no week has.
static bool has_slot(const Slot *slots, int n, const Exercise *ex) {
    bool has = false;
    for (int i = 0; i < n; i++)
        has |= slots[i].ex == ex;
    return has;
}

static bool is_outside(const Course *w, const Exercise *ex) {
    return kind_is_checked(ex->kind) && !has_slot(w->s.slots, w->s.n, ex) &&
           !has_slot(w->s.weekly, w->s.nweekly, ex) &&
           !has_slot(w->s.extras, w->s.nextras, ex);
}

int items_outside(const Course *w, const ItemFilter *f, const Exercise ***out) {
    const Plan *p = &w->a->plan;
    int n = 0;
    *out =
        arena_array(&w->a->arena, const Exercise *, (size_t)p->nexercises + 1);
    for (int i = 0; i < p->nexercises; i++) {
        const Exercise *ex = p->exercises[i];
        Standing s = w->f.marks[ex->at].standing;
        bool any =
            !f->due && !f->failed && !f->stale && !f->passed && !f->planned;
        bool wanted = any || (f->failed && s == STANDING_FAILED) ||
                      (f->stale && s == STANDING_STALE) ||
                      (f->passed && s == STANDING_PASSED);
        bool named = !f->words || strcasestr(ex->id, f->words) ||
                     strcasestr(ex->title, f->words) ||
                     strcasestr(ex->topic, f->words);
        if (wanted && named && is_outside(w, ex)) (*out)[n++] = ex;
    }
    return n;
}

const char *item_state(const Slot *s) {
    if (s->standing == STANDING_SKIPPED) return "skipped";
    if (s->standing == STANDING_PASSED) return "passed";
    if (s->same) return slot_text(SLOT_READING);
    if (s->standing == STANDING_FAILED && s->state == SLOT_OPEN)
        return "failed";
    return slot_text(s->state);
}

Ink item_ink(const Slot *s) {
    if (s->state == SLOT_STALE) return INK_WARN;
    if (s->standing == STANDING_SKIPPED) return INK_DIM;
    if (s->standing == STANDING_PASSED) return INK_GOOD;
    if (s->state != SLOT_OPEN || s->same) return INK_DIM;
    return s->standing == STANDING_FAILED ? INK_BAD : INK_PLAIN;
}
