// Command lines for exercises of kind c: no toolkit, the system's C compiler.
// Inside build/ only.
#ifndef BUILD_CC_H
#define BUILD_CC_H

#include "base/proc.h"
#include "build/build.h"

// cc -c of the job's source to object.
void cc_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                const BuildJob *job, const char *object, Args *out);
// The same compiler on the shim, which is C here.
void cc_shim(const Toolkit *tk, const char *source, const char *object,
             Args *out);
// Links the objects in dir to dir/program.
void cc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
             const BuildJob *job, const char *dir, Args *out);

#endif
