// Following a track: the schedule of today, from the plan, the record and the
// settings that `kata start`, `pace` and `pause` keep for each track:
//
//   start:ID  2026-11-20                     the first day
//   pace:ID   2026-12-01 60 mon,sat; ...     changes, each from a day on
//   pause:ID  2026-12-20 2027-01-04; ...     from, the first day back
//   taken:ID  capstone-engine ...            items of options that were taken
#ifndef CLI_LEARN_COURSE_H
#define CLI_LEARN_COURSE_H

#include "cli/app/app.h"
#include "plan/schedule.h"

typedef struct Course {
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
} Course;

// False only if the record cannot be read. Lives in the App's arena.
bool course_open(App *a, const Track *t, Course *out, Err *err);
bool course_is_started(App *a, const Track *t);

// A setting of that track.
char *course_get(App *a, const Track *t, const char *key);
bool course_set(App *a, const Track *t, const char *key, const char *value,
                Err *err);
// Reads a day for an option; ERR_USAGE with the nearest day that exists.
bool course_day(const char *option, const char *text, int *day, Err *err);

// Changes what is given: "2h", "45m", "2h/day"; "mon,wed,sat". Either may be
// NULL.
bool pace_read(const char *time, const char *days, Pace *p, Err *err);
// Keeps a pace that holds from p.from on; one that began later is dropped.
bool pace_set(Course *w, Pace p, Err *err);

// "2 days behind", "on time", "3 days ahead", "paused until ...".
const char *course_lag(const Course *w);
// Where the learner stands, kindly, with one thing to do about it.
void course_say(const Course *w, Buf *out);
// Why this is next, or nothing if that needs no word.
void course_why(const Course *w, Buf *out);
// What the schedule passes over because this machine lacks what it needs, a
// line each, at most `most`; until: the last day on which it was due. Nothing
// if there is none.
void course_lacking(const Course *w, int until, int most, Buf *out);
// One line for a slot: day, place, address, minutes.
void course_slot(const Course *w, const Slot *slot, Buf *out);

#endif
