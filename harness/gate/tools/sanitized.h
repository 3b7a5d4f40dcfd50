// Reads a report of AddressSanitizer or UBSan as a trap.
#ifndef GATE_SANITIZED_H
#define GATE_SANITIZED_H

#include "gate/result/result.h"

// Reads the first report in what a program wrote to stderr; file is the
// learner's, whose line is looked for. False: there is no report in it.
bool sanitized_read(Arena *a, const char *text, const char *file,
                    TrapInfo *out);

#endif
