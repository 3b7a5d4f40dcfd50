// The dashboard's data, from the plan and the record.
#ifndef CLI_LEARN_DASHBOARD_H
#define CLI_LEARN_DASHBOARD_H

#include "cli/app/app.h"
#include "report/page.h"

// Lives in the App's arena. There may be no active track.
bool dashboard_gather(App *a, Page *out, Err *err);

#endif
