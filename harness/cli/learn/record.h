// The progress of each exercise in the record.
#ifndef CLI_LEARN_RECORD_H
#define CLI_LEARN_RECORD_H

#include "cli/app/app.h"

// Progress of everything in the record, stale passes marked.
bool record_progress(App *a, Progress **rows, int *n, Err *err);

#endif
