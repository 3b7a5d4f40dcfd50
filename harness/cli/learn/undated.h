// The parts of a track that have no day: questions of every week,
// extras, habits, and what a phase should leave behind.
#ifndef CLI_LEARN_UNDATED_H
#define CLI_LEARN_UNDATED_H

#include "cli/learn/course.h"

// For today: the questions of the week once they are due, habits of every day,
// what is due with a phase that ends this week, an extra when there is time.
void undated_today(const Course *w, Buf *out);
// For a week; now: it is the one in which today lies.
void undated_week(const Course *w, const Week *week, bool now, Buf *out);
// Habits of every day as boxes to tick, for the notebook.
void undated_log(const Track *t, Buf *out);

#endif
