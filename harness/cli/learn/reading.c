// Addresses of readings.
#include "cli/learn/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_reading(const Slot *s) {
    return s->item->kind == ITEM_READING;
}

const char *reading_address(const Course *w, const Slot *slot) {
    int number = 1;
    for (const Slot *s = w->s.slots; s < slot; s++)
        number += s->week == slot->week && is_reading(s);
    Arena *m = &w->a->arena;
    return number > 1
               ? arena_fmt(m, "week%02d/reading%d", slot->week->number, number)
               : arena_fmt(m, "week%02d/reading", slot->week->number);
}

// address = ["week" digits "/"] "reading" [digits]
static bool parse_address(const char *address, int *week, int *number) {
    static const char word[] = "reading";
    const char *at = strchr(address, '/');
    char *end;
    *week = -1;
    *number = 1;
    if (at) {
        if (strncmp(address, "week", 4) != 0) return false;
        *week = (int)strtol(address + 4, &end, 10);
        if (end == address + 4 || end != at) return false;
    }
    at = at ? at + 1 : address;
    if (strncmp(at, word, sizeof word - 1) != 0) return false;
    at += sizeof word - 1;
    if (!*at) return true;
    *number = (int)strtol(at, &end, 10);
    return end > at && !*end;
}

bool reading_is_address(const char *address) {
    int week, number;
    return address && parse_address(address, &week, &number);
}

static const Slot *no_reading(const Course *w, int week, const char *address,
                              Err *err) {
    enum { MOST = 6 };
    Buf list = {0};
    int n = 0;
    for (int i = 0; i < w->s.n; i++) {
        const Slot *s = &w->s.slots[i];
        bool fits = week < 0 ? s->state == SLOT_READING
                             : week >= s->week->number && week <= s->week->last;
        if (is_reading(s) && fits && ++n <= MOST)
            buf_fmt(&list, "%s%s", n > 1 ? ", " : "", reading_address(w, s));
    }
    if (!address || (week < 0 && n == 0))
        err_set(err, ERR_USAGE, "every reading of %s is done", w->f.track->id);
    else
        err_set(err, ERR_USAGE, "%s has no reading '%s'", w->f.track->id,
                address);
    if (n)
        err_hint(err, "there are: %s%s", buf_text(&list),
                 n > MOST ? " ..." : "");
    else
        err_hint(err, "`kata week` shows those of a week");
    buf_free(&list);
    return NULL;
}

const Slot *reading_find(const Course *w, const char *address, Err *err) {
    int week = -1, number = 1;
    bool ok = !address || parse_address(address, &week, &number);
    for (int i = 0; ok && i < w->s.n; i++) {
        const Slot *s = &w->s.slots[i];
        if (!is_reading(s)) continue;
        if (week < 0) {
            if (s->state == SLOT_READING && --number == 0) return s;
        } else if (week >= s->week->number && week <= s->week->last) {
            if (--number == 0) return s;
        }
    }
    return no_reading(w, week, address, err);
}
