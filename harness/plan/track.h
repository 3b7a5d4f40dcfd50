// Tracks: one syllabus each, as data. curriculum/README.md is the format.
//
//   Track -- phases -- weeks -- items         what to do, in order
//     |        |         |
//     |        +-- gate  +-- gate             what has to be met to go on
//     |        +-- deliverables
//     +-- milestones                          what should be true by a date
//     +-- daily, weekly, extras               items that no week holds
//     +-- habits                              what is done every day or time
//
// A track only refers: exercises belong to the plan, announced ones to its
// bank. Whatever names one is a Ref, so that an exercise which is planned today
// and exists tomorrow needs no change here. All of it lives in the plan's arena
// and is read-only; what a learner did is the record's business.
#ifndef PLAN_TRACK_H
#define PLAN_TRACK_H

#include "base/day.h"
#include "base/err.h"
#include "base/map.h"
#include "plan/kind.h"

struct Exercise;
struct Gate;

enum { MINUTES_PER_HOUR = 60, DAYS_PER_WEEK = 7, MAX_WEEK = 999 };

// An exercise that the bank announces: curriculum/bank/<topic>.yaml. It is
// there so that a track can place it and progress counts it as missing.
typedef struct Planned {
    const char *id, *title;
    const char *topic;   // the bank file's
    const char *lesson;  // one sentence: what it teaches
    const char *gate;    // in words: what a pass will ask for
    Kind kind;           // as what it will be judged
    int minutes;         // expected time
    const char **needs;  // ids of exercises, or of others in the bank
    const char **covers; // lines of the syllabi that it will answer
    unsigned machines;   // 1 << MACHINE_...
    Loc loc;
} Planned;

typedef enum MachineNeed {
#define MACHINE(id, ...) MACHINE_##id,
#include "plan/needs.def"
    MACHINE_COUNT,
} MachineNeed;
extern const char *const machine_names[MACHINE_COUNT];
extern const char *const machine_meanings[MACHINE_COUNT];

// One topic of the bank: exercises in the order in which to teach them.
typedef struct Topic {
    const char *id, *title, *about;
    struct Ref *refs;
    int n;
    const char *path;
} Topic;

// The thing that an id names. ex and planned are both NULL only if the
// exercise's own file is broken; its errors are told where it is loaded.
typedef struct Ref {
    const char *id;
    const struct Exercise *ex; // exists
    const Planned *planned;    // else, announced
    Loc loc;
} Ref;

typedef enum ItemKind {
    ITEM_EXERCISE, // of any kind: ex
    ITEM_READING,  // {reading: "text", quiz: id}
    ITEM_PLANNED,  // an id of the bank, or {planned: "title"}
} ItemKind;

// {choose: 2, title: "Capstones", of: [...]}: a choice between options. Its
// options' items stand in the week like any other, each with `choice` set. The
// choice is made when all items of `choose` options are done; the items of the
// other options are then not asked for.
typedef struct Choice {
    const char *title; // or NULL
    int choose;        // 1 to noptions
    int noptions;
    const char **options; // their titles
    const char **covers;
    Loc loc;
} Choice;

typedef struct Item {
    ItemKind kind;
    const char *id;            // exercise, or id in the bank; NULL if neither
    const char *text;          // reading: what; planned: its title
    const char *key;           // reading: what the record calls it, a hash of
                               // its text; else NULL
    const struct Exercise *ex; // ITEM_EXERCISE, else NULL
    const Planned *planned;    // ITEM_PLANNED with an id, else NULL
    Ref quiz;                  // reading: passing it is what ticks the reading
                               // off; id NULL if there is none
    struct Gate *gates; // the track's own bars, override by metric and of
    int ngates;
    int week;             // number of its week; -1 outside weeks
    const char *day;      // "mon".."sun", "weekend", or NULL: any day
    int minutes;          // minutes: of the item, else of its exercise
    bool optional;        // optional: true: not needed to finish the week
    const Choice *choice; // one option of this choice, or NULL
    int option;           // which, from 0
    const char **covers;  // NULL-terminated, never NULL
    Loc loc;
} Item;

typedef enum GoalMode {
    GOAL_ADVISES, // what is missing is said, and the learner goes on
    GOAL_OPENS,   // what follows stays shut until it is met
} GoalMode;

// One line of `requires:`: an id, or {choose: 2, of: [ids]}.
typedef struct Require {
    Ref *of;
    int n, choose; // met when `choose` of the n are passed
} Require;

// When: `by: week 6`, `by: month 3` or `by: 2026-06-30`. 0 / NULL: not said.
typedef struct By {
    int week, month;  // since the start of the track; month 3 ends 13 weeks on
    const char *date; // "2026-06-30", a day that exists
} By;

// A gate at the end of a week or phase, a deliverable, a milestone: something
// to be true, and what shows it. Met when every requirement is.
typedef struct Goal {
    const char *says; // "Reduction and transpose near peak bandwidth"
    GoalMode mode;    // gates only
    By by;            // milestones
    Require *needs;
    int nneeds;
    const char **covers;
    Loc loc;
} Goal;

// A thing that is done again and again rather than once. by_kata: every check
// does it (edge cases, a reference); else it is the learner's to keep up.
typedef struct Habit {
    const char *says;
    const char *every; // "day", "week" or "exercise"
    int minutes;       // of each time; 0 if not said
    bool by_kata;
    const char **covers;
    Loc loc;
} Habit;

typedef struct Week {
    int number, last; // `week: 11-12` is 11 and 12; else both the same
    const char *title;
    const char *phase; // title of the phase, or NULL
    Item *items;       // in order of the days
    int nitems;
    const Goal *gate; // at its end, or NULL
    const char *due;  // date on which it should be done, or NULL
    Loc loc;
} Week;

typedef struct Phase {
    const char *title, *goal; // goal NULL if not said
    const char *hardware;     // what it takes, in words, or NULL
    int from_month, to_month; // months: 3-9; both 0 if not said
    int first_week, nweeks;   // into Track.weeks
    const Goal *gate;         // at its end, or NULL
    Goal *deliverables;
    int ndeliverables;
    Loc loc;
} Phase;

typedef struct Items {
    Item *at;
    int n;
} Items;

typedef struct Track {
    const char *id;
    const char *title, *blurb; // blurb NULL if not said
    const char *who;           // it is for: a sentence; NULL if not said
    const char *syllabus; // its lines of items.tsv: "micro12" for micro12-001;
                          // NULL if it answers none
    int minutes_per_day;  // pace
    const char *days[8];  // NULL-terminated
    const char *weekend;  // optional | required | none
    int weekend_minutes;  // 0: as any other day
    const char *from, *until; // dates of a course; NULL: the learner's own
    Phase *phases;            // empty for a track without phases
    int nphases;
    Week *weeks; // of all phases, numbers rising
    int nweeks;
    Items daily;  // kata review draws from these too
    Items weekly; // once a week: self-assessments
    Items extras; // for later, in any order
    Goal *milestones;
    int nmilestones;
    Habit *habits;
    int nhabits;
    const Item **all; // every item: weeks in order, then extras, weekly, daily
    int nall;
    Map by_id; // Item *, by exercise, bank and quiz id
    const char *path;
} Track;

// The item with that exercise, planned id or quiz; NULL if none, or no track.
const Item *track_item(const Track *t, const char *id);
// The week that holds week `number` (11-12 holds 12); NULL if none.
const Week *track_week(const Track *t, int number);
// Index of the phase that week w (an index) belongs to; -1 if none.
int track_phase(const Track *t, int w);
// Weeks from the first to the last, gaps included.
int track_length(const Track *t);

// Minutes that an item takes by its author's estimate; 0: nobody said.
int item_minutes(const Item *it);
// The same of a week's items, without those that are optional and with the
// first option of each choice. A week that stands for several has them once.
int week_minutes(const Week *w);
// The same of all weeks, and what its pace has room for in them.
int track_minutes(const Track *t, int *room);
// Estimates are rough: up to a quarter more than there is room for is no news.
bool minutes_exceed(int work, int room);

// Returns whether all requirements are met; passed(ctx, ref) says what is done.
bool goal_is_met(const Goal *g, bool (*passed)(void *ctx, const Ref *ref),
                 void *ctx);

#endif
