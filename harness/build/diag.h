// The messages of the compiler and the linker. Inside build/ only.
#ifndef BUILD_DIAG_H
#define BUILD_DIAG_H

#include "base/arena.h"
#include "build/toolkit.h"

typedef struct Diag {
    const char *text;     // their words, without ptxas's statistics
    int registers, spill; // of the largest kernel; -1: ptxas said nothing
} Diag;

// Reads what `nvcc -Xptxas -v` wrote to stderr.
Diag diag_read(Arena *a, const char *text, size_t n);

// Returns a remark for the cases where kata knows better than the compiler what
// a learner needs to hear, else NULL.
const char *diag_remark(Arena *a, const char *text);
// The same of stores that the compiler refuses, by the source that has them. Of
// the first error alone, or of any.
const char *diag_store_remark(Arena *a, const char *text, const char *source,
                              bool first);
// The same of a semicolon that is missing before the line which the first error
// names.
const char *diag_semicolon(Arena *a, const char *text, const char *source);
// The library of NVIDIA's that a name or header belongs to, as "cuBLAS"; NULL:
// none.
const char *diag_library(const char *name);

// A library of others (outside.def).
typedef struct Outside {
    const char *name, *header, *function, *flags;
} Outside;

// The one that a header belongs to; NULL: none that kata knows.
const Outside *diag_outside_header(const char *header);

typedef struct LinkRemark {
    const char *text, *hint; // text is NULL if there is nothing to add
    bool enough;             // it says all that the linker says
} LinkRemark;

// The same for the linker's words. sim: linked with the simulated device;
// with_libraries: and with the simulated cuBLAS and NCCL.
LinkRemark diag_link_remark(Arena *a, const char *text, bool sim,
                            bool with_libraries);

// A failure that is the machine's and not the file's: a full disk, no memory,
// half a toolkit.
typedef struct MachineFault {
    const char *said; // how it is recognised
    const char *means, *remedy;
} MachineFault;

// NULL: it is none.
const MachineFault *diag_machine_fault(const char *text);

#endif
