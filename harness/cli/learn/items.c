// See items.h.
#include "cli/learn/items.h"

#include <string.h>

const char *item_name(const Course *w, const Slot *s) {
    const Item *it = s->item;
    if (!s->ex) return it->text ? it->text : it->id ? it->id : "";
    return arena_fmt(&w->a->arena, "%s, %s",
                     plan_address(&w->a->arena, w->f.track, s->ex),
                     s->ex->title);
}

bool item_is_wanted(const Course *w, const Slot *s, const ItemFilter *f) {
    bool open = s->state == SLOT_OPEN;
    if (f->words && !strcasestr(item_name(w, s), f->words)) return false;
    if (!f->due && !f->failed && !f->stale && !f->passed && !f->planned)
        return true;
    return (f->due && open && s->due <= w->s.today) ||
           (f->failed && s->standing == STANDING_FAILED) ||
           (f->stale && s->state == SLOT_STALE) ||
           (f->passed && s->standing == STANDING_PASSED) ||
           (f->planned && s->state == SLOT_ABSENT);
}

const char *item_state(const Slot *s) {
    if (s->standing == STANDING_SKIPPED) return "skipped";
    if (s->standing == STANDING_PASSED) return "passed";
    if (s->standing == STANDING_FAILED && s->state == SLOT_OPEN)
        return "failed";
    return slot_text(s->state);
}

Ink item_ink(const Slot *s) {
    if (s->state == SLOT_STALE) return INK_WARN;
    if (s->standing == STANDING_SKIPPED) return INK_DIM;
    if (s->standing == STANDING_PASSED) return INK_GOOD;
    if (s->state != SLOT_OPEN) return INK_DIM;
    return s->standing == STANDING_FAILED ? INK_BAD : INK_PLAIN;
}
