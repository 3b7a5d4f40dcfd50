// The screen of a check, in two files: what was found, and what it comes to.
#ifndef REPORT_CHECK_PARTS_H
#define REPORT_CHECK_PARTS_H

#include "report/report.h"

typedef struct Screen {
    const Term *t;
    const CheckResult *r;
    const CheckHead *head;
    Buf *out;
} Screen;

// How many cases have this verdict.
int check_count(const CheckResult *r, Verdict v);
// Returns the trap whose message the text repeats, or NULL.
const TrapInfo *check_told_by_trap(const CheckResult *r, const char *text);

// check_end.c: what the program printed, the hint, the verdict, what to do.
void check_show_end(const Screen *s);

#endif
