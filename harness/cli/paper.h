// What the verbs share about exercises without a kernel.
#ifndef CLI_PAPER_H
#define CLI_PAPER_H

#include "cli/app.h"
#include "paper/paper.h"
#include "report/report.h"

#include <stdio.h>

// The seed of the learner's sheet, drawn and kept in the record at the first
// call. fresh: draws another.
bool paper_seed(App *a, const Exercise *ex, bool fresh, uint64_t *seed,
                Err *err);
// What the learner's file starts from: the stub of an exercise with a kernel,
// the sheet, the headings.
bool app_stub(App *a, const Exercise *ex, Buf *out, Err *err);
// Writes it to file, whose folder is made.
bool app_put_stub(App *a, const Exercise *ex, const char *file, Err *err);
// The folder of an exercise that is one of the learner's repositories, where
// `kata init` put it. NULL: it is none, or is not set up.
const char *paper_folder(App *a, const Exercise *ex);
// Sets such a repository up below work/ if it has no place yet. True for all
// others.
bool paper_set_up(App *a, const Exercise *ex, Err *err);
// The record, as a citation asks it. Lives in the App.
PaperRecord paper_record(App *a);

// Judges the file, records the attempt, shows it. The second half of
// `kata check` and of `kata quiz`.
bool paper_judge(App *a, const Exercise *ex, const char *file, bool no_record,
                 int *status, Err *err);
// Reads a line without its end. False at the end of the input.
bool paper_read_line(FILE *from, Arena *a, char **out);
// The learner's answers with the right ones beside them, for `kata solution`.
bool paper_worked(App *a, const Exercise *ex, Buf *out, Err *err);

// kata verify for these kinds (cli/verify_paper.c): rows and how many.
VerifyRow *paper_verify(App *a, const Exercise *ex, int *n);

#endif
