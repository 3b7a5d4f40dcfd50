// Shared by the files of the dashboard: its sections, in their order, and the
// words and marks that several of them use.
#ifndef REPORT_PAGE_PARTS_H
#define REPORT_PAGE_PARTS_H

#include "report/html.h"
#include "report/page.h"

// ---- sections; each appends a <section>, or nothing
void page_next(const Page *p, Buf *out);                // page_now.c
void page_today(const Page *p, Buf *out);               // and this week
void page_days(const Page *p, Buf *out);                // page_days.c
void page_tracks(const Page *p, Buf *out);              // page_tracks.c
void page_exercises(Arena *a, const Page *p, Buf *out); // page_exercises.c
void page_passed(Arena *a, const Page *p, Buf *out);    // page_portfolio.c
void page_roofs(Arena *a, const Page *p, Buf *out);     // page_roofs.c
void page_medals(const Page *p, Buf *out);              // page_medals.c
void page_reviews(const Page *p, Buf *out);             // page_now.c
void page_failure(const Page *p, Buf *out);             // page_failure.c
void page_sources(const Page *p, Buf *out);             // page_sources.c

// ---- the frame
typedef struct Frame {
    const char *title;
    int refresh; // seconds; 0: never
    bool script; // the page's own, which sorts and filters
} Frame;
void frame_open(const Frame *f, Buf *out); // up to <body>
void frame_close(const Frame *f, Buf *out);

// ---- parts of them
// One exercise, for page_exercises: its picture, gates and attempts.
void page_history(Arena *a, const PageExercise *e, Buf *out);
// An exercise as a part that opens.
void put_part(Arena *a, const PageExercise *e, Buf *out);
// How an attempt failed: cases, gates.
void page_attempt(const PageExercise *e, const Attempt *at, Buf *out);

// ---- words
void put_section(Buf *out, const char *id, const char *title);
// A state as a sign and a word, never as a colour alone.
void put_state(Buf *out, State s);
void put_slot_state(Buf *out, const Slot *slot);
void put_verdict(Buf *out, Verdict v);
// "412 us", with * if modelled.
void put_us(Buf *out, double us, bool modelled);
void put_when(Buf *out, int64_t when);
void put_day(Buf *out, int day); // "Mon 28 March"
// A bar with its numbers.
void put_progress(Buf *out, int done, int total, const char *of);
// The exercise, with a link to its part of the page if it has one.
void put_exercise(const Page *p, const Exercise *ex, const char *name,
                  Buf *out);
// The share of what the ceilings allow that the best pass reaches; NaN.
double page_share(const PageExercise *e);
// The links to the sources of an exercise's attempts; how many.
int put_source_links(const PageExercise *e, Buf *out);

// ---- page_style.c
extern const char page_style[], page_script[];

#endif
