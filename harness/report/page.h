// The dashboard: one HTML file made from the record. kata dashboard.
//
// It needs nothing else: no network, no fonts, no library. The pictures are
// SVG; a few lines of script sort and filter one table, and open the part that
// a link leads to. Everything is there without them. The learner's days are
// counted, never in a row, and compared with nobody's.
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "plan/schedule.h"
#include "report/report.h"

typedef struct PageExercise {
    const Exercise *ex;
    const char *address;  // "week06/transpose"
    const Progress *p;    // of the record
    const TimeRow *times; // oldest first
    int ntimes;
    int marks; // that its picture has at the most; 0: the usual number
    const Attempt *recent; // newest first, with their numbers; no sources
    int nrecent;
    const Attempt *best;     // in full: the fastest pass, else the newest one;
    const Attempt *fail;     // the newest that did not pass; or NULL
    double least_us[2];      // what the ceilings allow: measured, modelled; NaN
    const char *least_of[2]; // "read ceiling, H200"
    const char *library;     // "cublas", whose time TimeRow.library_us is
    int nmedals;             // of ex->medals, reached
    bool passes_only;        // times has no others
} PageExercise;

typedef struct PageTrack {
    const Track *track;
    const Follower *f;
    const Schedule *s;
    const Overview *overview;
    const Week *week; // in which today lies, or NULL
} PageTrack;

typedef struct PageReview {
    const char *key; // "transpose", "quiz-caches/q2"
    const char *title;
    int due;
    double recall; // today
    bool question;
} PageReview;

typedef struct PageDay {
    int day, attempts, passes;
    int due; // of days to come
} PageDay;

enum { PAGE_WEEKS = 54, PAGE_WEEKS_AHEAD = 4 };

typedef struct Page {
    const char *title; // NULL: the active track's
    bool portfolio;    // for others to see: what was passed, and no more
    const char *version;
    int64_t now;
    int today;
    int refresh;          // seconds; 0: never
    const char *say;      // how the learner stands, with `commands`
    const char *why;      // why this is next, "" if that needs no word
    const Exercise *next; // or NULL
    const char *next_address;
    const PageTrack *tracks; // the active one first
    int ntracks;
    const Track *const *all; // that can be started
    int nall;
    const PageExercise *at; // of all with a record, by id
    int n;
    const PageExercise *failed; // whose last failure is the newest, or NULL
    const char *explained;      // what answers it: a hint, or NULL
    const RooflineView *roofs;
    int nroofs;
    const PageReview *reviews; // the least remembered first
    int nreviews;
    const PageDay *days; // PAGE_WEEKS weeks, from a Monday
    int ndays;
} Page;

// The times of one exercise as a picture. False: nothing was timed.
bool history_plot(Arena *a, const PageExercise *e, Plot *out);
// The row of an exercise, NULL: it has no record.
const PageExercise *page_find(const Page *p, const char *id);
void page_make(Arena *a, const Page *p, Buf *out);
// The same as data: what the page embeds.
void page_json(const Page *p, Buf *out);

#endif
