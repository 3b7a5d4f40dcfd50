// Times of the dashboard: beside the library's and the ceilings; medals.
#ifndef CLI_LEARN_DASHBOARD_TIMES_H
#define CLI_LEARN_DASHBOARD_TIMES_H

#include "cli/app/app.h"
#include "report/page.h"

// From the gates of every attempt: the library's times (into rows), and which
// medals were reached. p->at are the exercises of the rows.
bool times_add_gates(App *a, Page *p, TimeRow *rows, int n, Err *err);
// The roof of each device on which something timed has passed, newest first;
// and the least time that its ceilings allow each exercise.
void times_add_roofs(App *a, Page *p, const TimeRow *rows, int n);

#endif
