// A profile: the learner hands in a profiler's export of a program that is
// shipped, and answers questions about it. The answers are computed from the
// export. That the export is of this program, with this learner's arguments, is
// found by running the program on the simulated device.
#ifndef PAPER_PROFILE_H
#define PAPER_PROFILE_H

#include "paper/export.h"
#include "paper/paper.h"

// Draws the arguments of the program: names and values are added to env.
// Nothing for other kinds.
bool profile_arguments(const Exercise *ex, uint64_t seed, Env *env, Err *err);

// Adds the part of the sheet that says what to run and where the export goes.
bool profile_print(const Exercise *ex, uint64_t seed, Buf *out);

// The name after "export:" in a sheet; "" if there is none.
const char *profile_export_name(Arena *a, const char *sheet);

// Runs the program on the simulated device, as q->simulate does, and reads what
// that exported. *text receives it; gpu: a model's id, "" for the usual one.
bool profile_run(const PaperRequest *q, Arena *a, const char *gpu,
                 const char **text, Export *out, Err *err);

// Compares an export with what the program really does. Returns NULL if it is
// of this program, else a word for PaperRow.kind, and why.
const char *profile_differs(Arena *a, const Export *got, const Export *own,
                            const char **why);

// Reads the export of a sheet and adds a row about it to res. *given receives
// its names; *ok: it is of this program. False: no verdict can be reached.
bool profile_take(const PaperRequest *q, PaperResult *res, Env *given, bool *ok,
                  Err *err);

#endif
