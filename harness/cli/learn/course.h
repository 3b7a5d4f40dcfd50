// A track as one learner follows it: the schedule of today, from the plan, the
// record, and the learner's own days.
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
    const Attested *said; // readings that are done, by the learner's word
    int nsaid;
} Course;

// False only if the record cannot be read. Lives in the App's arena.
bool course_open(App *a, const Track *t, Course *out, Err *err);
bool course_is_started(App *a, const Track *t);

// Keeps the first day.
bool course_set_start(App *a, const Track *t, int day, Err *err);
// Reads a day for an option; ERR_USAGE with the nearest day that exists.
bool course_day(const char *option, const char *text, int *day, Err *err);

// "2 days behind", "on time", "3 days ahead", "paused until ...".
const char *course_lag(const Course *w);
// Says how the learner stands, kindly, with one thing to do about it.
void course_say(const Course *w, Buf *out);
// Why this is next, or nothing if that needs no word.
void course_why(const Course *w, Buf *out);
// Lists the slots that wait because this machine lacks what they need, a
// line each, at most `most`; until: the last day on which it was due. Nothing
// if there is none.
void course_lacking(const Course *w, int until, int most, Buf *out);
// True if it is passed, also under other tests, or skipped.
bool course_is_done(const Course *w, const Exercise *ex);
// The text of a reading whose quiz is an item of its own (Slot.same).
const char *course_text(const Course *w, const Slot *slot);
// One line for a slot: day, place, address, minutes.
void course_slot(const Course *w, const Slot *slot, Buf *out);

#endif
