// The items of a track in a list: which of them, and how each one reads.
#ifndef CLI_LEARN_ITEMS_H
#define CLI_LEARN_ITEMS_H

#include "cli/learn/course.h"

// One of several filters is enough; none of them lets everything through.
typedef struct ItemFilter {
    bool due, failed, stale, passed, planned;
    const char *words; // somewhere in the name or topic; NULL: any
} ItemFilter;

bool item_is_wanted(const Course *w, const Slot *s, const ItemFilter *f);
// Due today or earlier: what `kata today` shows.
bool item_is_due(const Course *w, const Slot *s);
// The exercises that the track does not have, as far as the filter wants them;
// returns how many. Nothing outside is due.
int items_outside(const Course *w, const ItemFilter *f, const Exercise ***out);
// "week01/copy, Copy"; the text of an item without an exercise.
const char *item_name(const Course *w, const Slot *s);
// "passed", "failed", "open", ...
const char *item_state(const Slot *s);
Ink item_ink(const Slot *s); // of its state

#endif
