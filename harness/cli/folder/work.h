// The learner's files: where they are, and how they come to be there.
#ifndef CLI_FOLDER_WORK_H
#define CLI_FOLDER_WORK_H

#include "cli/app/app.h"

// The path of the learner's file of ex: work/<id>/<file>.
char *work_file(App *a, const Exercise *ex);
// Copies the stub to the learner's file if there is none. *made, if not NULL,
// says whether it did.
bool work_hand_out(App *a, const Exercise *ex, bool *made, Err *err);
// Which file is meant: the one asked for (--file); else, where the address is
// a file that is not the learner's own, that very file: whoever names a
// solution does not want to hear about work/. NULL: the learner's.
const char *work_named_file(App *a, const Exercise *ex, const char *address,
                            const char *asked);
// *file = asked, or the learner's file; ERR_USAGE if it is not there.
bool work_find_file(App *a, const Exercise *ex, const char *asked,
                    const char **file, Err *err);

// The seed of the learner's sheet, drawn and kept in the record at the first
// call. fresh: draws another.
bool work_seed(App *a, const Exercise *ex, bool fresh, uint64_t *seed,
               Err *err);
// The text that the learner's file starts from: the stub of an exercise with a
// kernel, the sheet, the headings.
bool work_stub(App *a, const Exercise *ex, Buf *out, Err *err);
// Writes it to file, whose folder is made.
bool work_put_stub(App *a, const Exercise *ex, const char *file, Err *err);

#endif
