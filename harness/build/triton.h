// Triton's compiler in place of nvcc, for exercises of kind triton. Inside
// build/ only.
#ifndef BUILD_TRITON_H
#define BUILD_TRITON_H

#include "base/hash.h"
#include "base/proc.h"
#include "build/build.h"

BuildTools triton_tools(const Toolkit *tk);
// The command that makes object of the job's source; it reads calls.json, which
// lies beside the object.
void triton_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                    const BuildJob *job, const char *object, Args *out);
// Writes calls.json.
bool triton_write_calls(Arena *a, const BuildPlaces *where, const BuildJob *job,
                        const char *path, Err *err);
// Takes the advice of triton/record.py out of what was said, and returns it;
// NULL: there is none.
const char *triton_take_advice(Arena *a, const char **said);
// Adds to a build's key what is read beside the source.
void triton_add_key(Hash *h, Arena *a, const BuildPlaces *where,
                    const BuildJob *job);

#endif
