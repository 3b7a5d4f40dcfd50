// A graded class: lists for other programs, pages, and the last screen of kata
// grade.
#ifndef REPORT_GRADE_H
#define REPORT_GRADE_H

#include "grade/class.h"
#include "report/term.h"

// results.csv: a line per learner. No field can be taken for a formula.
void report_grade_csv(const ClassView *v, Buf *out);
// details.csv: a line per learner and exercise.
void report_grade_details(const ClassView *v, Buf *out);
// similar.csv: a line per pair.
void report_grade_similar(const ClassView *v, Buf *out);
// junit.xml: a suite per learner, a case per gate.
void report_grade_junit(const ClassView *v, Buf *out);
// Gradescope's results.json of one learner.
void report_grade_gradescope(const ClassView *v, int learner, Buf *out);

// index.html, for the instructor.
void report_grade_index(const ClassView *v, Buf *out);
// pages/<slug>.html, for one learner: nothing of others is in it.
void report_grade_learner(const ClassView *v, int learner, Buf *out);

enum { REPORT_PAIRS_MOST = 200 };
// similar/<pair + 1>.html: both files of a pair, side by side.
void report_grade_pair(const ClassView *v, int pair, const MarkedText both[2],
                       Buf *out);

// The end of kata grade, and the same as JSON.
void report_grade(const Term *t, const ClassView *v, Buf *out);
void report_grade_json(const ClassView *v, Buf *out);

// How a result is called: a verdict, or "missing", "refused", "not judged".
const char *report_grade_word(const ClassView *v, int learner, int task);

#endif
