// The things that a learner should do, and when: a pure function of the track,
// of what is in the record, of the calendar and of today.
//
// Every item of the track's weeks gets a Slot: the day it is due, and its state
// (done, open, behind a gate ...). Minute m of the track's own study time is
// minute m of the learner's, so that another pace stretches the same plan.
// From the slots follows the one thing to do next:
//
//   1. on the last day of study of each week, the questions of every week;
//   2. what is due today or earlier, in the order of the track;
//   3. what was passed under tests that have changed since;
//   4. what is due later, in order: nobody is kept from going ahead.
//
// An exercise that needs another has that one offered in its place. One that
// failed three times today waits until tomorrow while there is anything else to
// do. An exercise that cannot be checked or is only announced is never offered,
// keeps no gate shut and counts for nothing; nor does what needs a machine that
// is not here, until it is there. An exercise that was passed on another
// machine stays passed.
#ifndef PLAN_SCHEDULE_H
#define PLAN_SCHEDULE_H

#include "plan/calendar.h"
#include "plan/plan.h"

typedef enum Standing {
    STANDING_NONE,
    STANDING_FAILED, // tried, and never passed
    STANDING_PASSED,
    STANDING_STALE,
    STANDING_SKIPPED,
} Standing;

// All that is known of one exercise.
typedef struct Mark {
    Standing standing;
    int tries_today;
    int passed;  // the day of the last pass; 0: none
    bool can_do; // here and now
    bool taken;  // the learner took the option that has it
} Mark;

// The learner, and all that is known.
typedef struct Follower {
    const Plan *plan;
    const Track *track;
    Calendar calendar;
    int today;
    const Mark *marks;       // of the plan's exercises, by Exercise.at
    const char *const *read; // keys of readings that are done
    int nread;
} Follower;

typedef enum SlotState {
    SLOT_DONE,    // passed or skipped
    SLOT_STALE,   // passed under other tests
    SLOT_OPEN,    // can be done now
    SLOT_BLOCKED, // `first` comes before it
    SLOT_SHUT,    // `gate` is not met
    SLOT_ABSENT,  // planned, or of a kind that kata cannot check
    SLOT_LACKS,   // needs what this machine does not have
    SLOT_READING, // a text without a quiz
    SLOT_READ,    // likewise, and the learner says it is read
    SLOT_UNASKED, // an option of a choice that went to others
    SLOT_COUNT,
} SlotState;
const char *slot_text(SlotState p);

typedef struct Slot {
    const Item *item;
    const Exercise *ex; // what is checked: the item's, a reading's quiz; NULL
    const Week *week;
    int due; // a day
    SlotState state;
    Standing standing;
    bool same;             // a reading whose quiz is an item of its own
    bool counts;           // has to be done for the track to be done
    bool undecided;        // OPEN, and its choice is not made yet
    bool aside;            // failed often enough for today
    const Exercise *first; // BLOCKED
    const Goal *gate;      // SHUT
} Slot;

typedef enum Why {
    WHY_NOTHING, // nothing is left
    WHY_LATE,    // due before today
    WHY_DUE,     // due today
    WHY_AHEAD,   // due later
    WHY_NEED,    // something due needs it
    WHY_STALE,
    WHY_GATE,   // what follows stays shut without it
    WHY_WEEKLY, // asked every week
} Why;

typedef struct NextUp {
    const Exercise *ex; // NULL: nothing is left to do
    const Slot *slot;   // its own, or the one that needs it; NULL: a gate's,
                        // or asked every week
    Why why;
} NextUp;

typedef struct Schedule {
    Slot *slots; // in the order of the track
    int n;
    int today;
    NextUp next;
    int done, total; // of the slots that count
    int due_today;   // open, due today
    int lag;         // days of study behind, > 0, or ahead, < 0
    int stale;       // slots
    int lacking;     // slots that would count, on another machine
    Slot *weekly;    // as many as the track has: OPEN or DONE for this week
    int nweekly;
    Slot *extras; // likewise: of no week, and never due
    int nextras;
    int begins, ends; // days; ends: the last slot's due
    const Goal *shut; // the first gate that is shut, or NULL
} Schedule;

void schedule_make(Arena *a, const Follower *f, Schedule *out);

// The day by which a milestone should be true.
int schedule_milestone_due(const Follower *f, const By *by);
// Returns whether it is met, as far as it can be asked for today; *asked counts
// the requirements that exist, *met those that are met (either may be NULL).
bool schedule_goal_stands(const Follower *f, const Goal *g, int *met,
                          int *asked);
// The slot of an item, or of the exercise with that id; NULL if none.
const Slot *schedule_find(const Schedule *s, const char *id);

#endif
