// Fat binaries: what nvcc puts into an object file, PTX and cubins for several
// architectures, and hands to __cudaRegisterFatBinary.
#ifndef SIM_FATBIN_H
#define SIM_FATBIN_H

#include "base/arena.h"
#include "base/err.h"

typedef enum FatKind { FAT_PTX = 1, FAT_ELF = 2 } FatKind;

typedef struct FatEntry {
    FatKind kind;
    int arch;         // 80, 90
    const char *data; // borrowed from the image, or the arena's; PTX may end in
                      // NUL bytes
    size_t size;
    uint64_t flags;
    bool is_arch_specific; // sm_90a: for that very architecture
} FatEntry;

// Lists the PTX and cubins of the wrapper that nvcc's code registers, for
// compute capability cc (90) and below. A compressed cubin is left out; PTX
// that was compressed is in a. Returns NULL and fills err (ERR_SIM) for PTX
// that cannot be unpacked, and for something that is no fat binary. wrapper may
// be NULL.
FatEntry *fatbin_entries(Arena *a, const void *wrapper, int cc, int *n,
                         Err *err);

// The i-th of the files that the code of wrapper was linked from; NULL: there
// are no more, or it was not linked. Its entries, as fatbin_entries.
const void *fatbin_file(const void *wrapper, int i);
FatEntry *fatbin_file_entries(Arena *a, const void *file, int cc, int *n,
                              Err *err);

#endif
