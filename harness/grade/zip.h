// Unpacking a ZIP that anybody may have made.
//
// The container is read here, its 46 bytes for each entry; what is packed, by
// zlib. Nothing of an archive is trusted: an entry becomes a regular file below
// the folder, or it is refused and told why. Links, devices, absolute paths and
// `..` are refused, so are entries larger than what is ever graded, and all
// after the budget is used up. So nothing is written outside of the folder, and
// a bomb costs the budget at most.
#ifndef GRADE_ZIP_H
#define GRADE_ZIP_H

#include "base/err.h"

typedef struct ZipBudget { // of all archives of one run
    long long bytes;       // that may still be written
    int entries;           // that may still be looked at
} ZipBudget;

enum { ZIP_ENTRY_MOST = 1 << 20 }; // bytes of one file, unpacked

// Unpacks path into folder, which exists and is empty. refused() is called for
// each entry that is left out, with a name as the archive has it (any bytes)
// and why. ERR_INPUT: it is no ZIP that can be read.
bool zip_unpack(const char *path, const char *folder, ZipBudget *budget,
                void (*refused)(void *ctx, const char *name, const char *why),
                void *ctx, Err *err);

#endif
