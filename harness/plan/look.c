// Asking a plan that is loaded: what an id names, and where it is in a track.
#include "plan/plan.h"

#include <string.h>

const Exercise *plan_find(const Plan *p, const char *id) {
    return map_find(&p->by_id, id);
}

const Planned *plan_planned(const Plan *p, const char *id) {
    return map_find(&p->by_id, id) ? NULL : map_find(&p->planned, id);
}

const Track *plan_track(const Plan *p, const char *id) {
    for (int i = 0; i < p->ntracks; i++)
        if (strcmp(p->tracks[i]->id, id) == 0) return p->tracks[i];
    return NULL;
}

bool exercise_is_cuda(const Exercise *ex) {
    return ex->kind == KIND_CUDA || ex->kind == KIND_TRITON ||
           ex->kind == KIND_PROGRAM;
}

bool exercise_has_kernels(const Exercise *ex) {
    unsigned both = 1U << MACHINE_TORCH | 1U << MACHINE_SIM;
    return exercise_is_cuda(ex) || (ex->machines & both) == both;
}

const Item *track_item(const Track *t, const char *id) {
    // Tracks of tests are written by hand and have no index.
    if (t && t->by_id.n) return map_find(&t->by_id, id);
    for (int w = 0; t && w < t->nweeks; w++)
        for (int i = 0; i < t->weeks[w].nitems; i++) {
            const Item *item = &t->weeks[w].items[i];
            if (item->id && strcmp(item->id, id) == 0) return item;
        }
    return NULL;
}

const Week *track_week(const Track *t, int number) {
    for (int w = 0; w < t->nweeks; w++)
        if (number >= t->weeks[w].number && number <= t->weeks[w].last)
            return &t->weeks[w];
    return NULL;
}

int track_phase(const Track *t, int w) {
    for (int p = 0; p < t->nphases; p++)
        if (w >= t->phases[p].first_week &&
            w < t->phases[p].first_week + t->phases[p].nweeks)
            return p;
    return -1;
}

int item_minutes(const Item *it) {
    return it->minutes   ? it->minutes
           : it->ex      ? it->ex->minutes
           : it->planned ? it->planned->minutes
                         : 0;
}

int week_minutes(const Week *w) {
    int n = 0;
    for (int i = 0; i < w->nitems; i++) {
        const Item *it = &w->items[i];
        if (!it->optional && (!it->choice || it->option == 0))
            n += item_minutes(it);
    }
    return n;
}

bool minutes_exceed(int work, int room) {
    return 4 * work > 5 * room;
}

int track_minutes(const Track *t, int *room) {
    int n = 0, days = 0;
    while (t->days[days])
        days++;
    for (int i = 0; i < t->nweeks; i++)
        n += week_minutes(&t->weeks[i]);
    *room = track_length(t) * days * t->minutes_per_day;
    return n;
}

int track_length(const Track *t) {
    if (!t->nweeks) return 0;
    const Week *last = &t->weeks[t->nweeks - 1];
    return (last->last > last->number ? last->last : last->number) -
           t->weeks[0].number + 1;
}
