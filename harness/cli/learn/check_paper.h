// Checking an exercise without a kernel: judged, recorded, shown.
#ifndef CLI_LEARN_CHECK_PAPER_H
#define CLI_LEARN_CHECK_PAPER_H

#include "cli/app/app.h"

// Judges the file, records the attempt, shows it. The second half of
// `kata check` and of `kata quiz`.
bool check_paper(App *a, const Exercise *ex, const char *file, bool no_record,
                 int *status, Err *err);
// The learner's answers with the right ones beside them, for `kata solution`.
bool check_paper_worked(App *a, const Exercise *ex, Buf *out, Err *err);

#endif
