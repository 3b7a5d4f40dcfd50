// Following a track: the schedule of today, from the plan, the record and the
// settings that `kata start`, `pace` and `pause` keep for each track:
//
//   start:ID  2026-11-20                     the first day
//   pace:ID   2026-12-01 60 mon,sat; ...     changes, each from a day on
//   pause:ID  2026-12-20 2027-01-04; ...     from, the first day back
//   taken:ID  capstone-engine ...            items of options that were taken
#ifndef CLI_FOLLOW_H
#define CLI_FOLLOW_H

#include "cli/app.h"
#include "plan/schedule.h"

typedef struct Follow {
    App *a;
    Follower f;
    Schedule s;
    const Progress *rows;
    int nrows;
    const DayRow *today;
    int ntoday;
    const char *taken;
    const Attested *said; // readings that are done, by the learner's word
    int nsaid;
} Follow;

// False only if the record cannot be read. Lives in the App's arena.
bool follow_track(App *a, const Track *t, Follow *out, Err *err);
bool follow_is_started(App *a, const Track *t);

// A setting of that track.
char *follow_get(App *a, const Track *t, const char *key);
bool follow_set(App *a, const Track *t, const char *key, const char *value,
                Err *err);
// Reads a day for an option; ERR_USAGE with the nearest day that exists.
bool follow_day(const char *option, const char *text, int *day, Err *err);

// Changes what is given: "2h", "45m", "2h/day"; "mon,wed,sat". Either may be
// NULL.
bool pace_read(const char *time, const char *days, Pace *p, Err *err);
// Keeps a pace that holds from p.from on; one that began later is dropped.
bool pace_set(Follow *w, Pace p, Err *err);

// "2 days behind", "on time", "3 days ahead", "paused until ...".
const char *follow_lag(const Follow *w);
// Where the learner stands, kindly, with one thing to do about it.
void follow_say(const Follow *w, Buf *out);
// Why this is next, or nothing if that needs no word.
void follow_why(const Follow *w, Buf *out);
// What the schedule passes over because this machine lacks what it needs, a
// line each, at most `most`; until: the last day on which it was due. Nothing
// if there is none.
void follow_lacking(const Follow *w, int until, int most, Buf *out);
// One line for a slot: day, place, address, minutes.
void follow_slot(const Follow *w, const Slot *slot, Buf *out);

#endif
