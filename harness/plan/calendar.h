// A learner's calendar in one track: the day it began, how much there is of
// which days, and the pauses. All days as base/day.h counts them.
//
// A change of pace begins at a day and leaves what was before as it was: who
// goes faster from today on has not been late until yesterday.
#ifndef PLAN_CALENDAR_H
#define PLAN_CALENDAR_H

#include "plan/track.h"

#include "base/arena.h"

typedef struct Pace {
    int from;      // the first day of it
    int minutes;   // of each day that is studied
    unsigned days; // bit 0: Mondays
} Pace;

typedef struct Pause {
    int from, until; // until is the first day back
} Pause;

typedef struct Calendar {
    int start;
    Pace *paces; // from rising; the first is the track's own, from the start
    int npaces;
    Pause *pauses;
    int npauses;
    // Minutes of all days of the track's own pace, and of its exercises: a
    // bootcamp's days have more in them. 0: not known.
    int64_t room, work;
} Calendar;

// The pace that a track proposes.
Pace calendar_pace_of(const Track *t);
// A calendar that begins at start, at the track's pace, with room for `more`
// paces.
Calendar calendar_of(Arena *a, const Track *t, int start, int more);

// "mon,wed,sat"; 0 if a word is no day.
unsigned calendar_days(const char *text);
char *calendar_days_text(Arena *a, unsigned days);

const Pace *calendar_pace(const Calendar *c, int day);
// The pause that holds the day, or NULL.
const Pause *calendar_pause(const Calendar *c, int day);
// Minutes of that day; 0: not a day of study, or paused, or before the start.
int calendar_minutes(const Calendar *c, int day);
// How many days of study there are from a up to, not including, b; negative
// if b is before a.
int calendar_between(const Calendar *c, int a, int b);

// Walks forward: the day in which minute `at` of the track's own study time
// lies. A day of a smaller pace goes into the exercises, and so stands for more
// of that time than it has minutes, but for no more than the track has in a
// week. Start with {0}; calls must not go backwards.
typedef struct Walk {
    int day;
    int64_t before; // minutes of all days before it
    bool begun;
} Walk;
int calendar_walk(const Calendar *c, Walk *w, int64_t at);

#endif
