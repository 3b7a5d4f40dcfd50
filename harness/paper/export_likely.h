// Could the tool of a GPU have written this export of this program? What
// follows from the program, on any GPU, is compared with the simulated device;
// what follows from the figures of a row is worked out from the others.
#ifndef PAPER_EXPORT_LIKELY_H
#define PAPER_EXPORT_LIKELY_H

#include "paper/export.h"

// Returns NULL, or a word for PaperRow.kind, and why. own: of the same launches
// (of mistakes: of the same program), by the simulated device.
const char *export_unlikely(Arena *a, const Export *got, const Export *own,
                            const char **why);

#endif
