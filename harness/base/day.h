// Days and the clock: what "today" is.
//
// A day is a number, days since 1970-01-01 of the proleptic Gregorian calendar,
// so that neither daylight saving nor a leap year is anywhere but here. Today
// is the calendar day where the learner sits (TZ). KATA_NOW sets the clock, for
// tests and for a look ahead: KATA_NOW=2027-03-28T08:00.
#ifndef BASE_DAY_H
#define BASE_DAY_H

#include "base/err.h"

enum { DAY_TEXT = 16, DAY_SECONDS = 86400 };

// Unix seconds: KATA_NOW if it is set and a time, else the clock's.
int64_t clock_now(void);
// Seconds since some moment, however the clock is set: how long things take.
double clock_seconds(void);
// Checks KATA_NOW. True if it is unset or a time; else ERR_ENV.
bool clock_check(Err *err);

// The time in the zone of this machine. What a damaged record or a wrong clock
// has put before 1970 or after 9999 counts as the nearest that has a name.
struct tm;
void clock_local(int64_t when, struct tm *out);

// The local calendar day at that moment.
int day_at(int64_t when);
int day_today(void);
// Unix seconds at which the local day begins.
int64_t day_begins(int day);
// 0 is Monday.
int day_weekday(int day);
// "2027-03-28".
const char *day_text(int day, char text[DAY_TEXT]);
// "Mon 28 March", for people.
const char *day_words(int day, char text[DAY_TEXT + 8]);
int day_of(int year, int month, int day);
// True if text is a day that exists. If it looks like a date but is none,
// *nearest is the last day of its month, or -1.
bool day_parse(const char *text, int *day, int *nearest);
extern const char *const weekday_names[7]; // "mon" ...

#endif
