// Shared by the files that read tracks and the bank.
//
//   bank.c    curriculum/bank/*.yaml, and refs: what an id names
//   item.c    items, and choices between them
//   goal.c    gates, deliverables, milestones, habits; dates and ranges
//   track.c   weeks, phases, and the whole
#ifndef PLAN_TRACK_READ_H
#define PLAN_TRACK_READ_H

#include "plan/parts.h"

typedef struct ItemList {
    Item *at;
    int n, cap;
} ItemList;

typedef struct GoalList {
    Goal *at;
    int n, cap;
} GoalList;

// The place in which ids are looked up.
typedef struct Names {
    Plan *p;
    const Map *broken; // ids of exercises that did not load: told already
} Names;

typedef struct TrackReader {
    Read r;
    Names names;
    Track *track;
    Week *week;      // being read, or NULL
    const char *day; // of the items being read
    ItemList items;  // of the week, or of the list being read
    Phase *phase;    // being read, or NULL
    struct {
        Phase *at;
        int n, cap;
    } phases;
    struct {
        Week *at;
        int n, cap;
    } weeks;
} TrackReader;

// Reads an id. Reports one that nothing has, with the nearest; false then, and
// for an exercise that did not load (without a word: its errors are told).
bool ref_read(Read *r, const Names *names, const Node *n, const char *key,
              Ref *out);
// As ref_read, of a text at a place in n's file.
bool ref_find(Read *r, const Names *names, const Node *n, Loc loc,
              const char *id, Ref *out);

// Appends the item or items of n to t->items.
void items_read(TrackReader *t, const Node *n);
// Moves t->items into the arena.
Items items_take(TrackReader *t);

// gate: of a week or phase. Returns NULL after an error.
const Goal *gate_read(TrackReader *t, const Node *n);
// A list of deliverables, or of milestones (which have by:).
Goal *goals_read(TrackReader *t, const Node *n, const char *key,
                 bool is_milestone, int *count);
Habit *habits_read(TrackReader *t, const Node *n, int *count);

// Loads a file of the bank; adds what it announces to names->p->planned.
// Returns NULL and adds to err on failure.
Topic *topic_load(const Names *names, const char *path, Err *err);

#endif
