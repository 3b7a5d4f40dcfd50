// CUTLASS: a library of headers, for the exercises that name it.
#include "build/toolkit.h"

#include "base/path.h"

#include <stdlib.h>

// The full path, since the compiler runs in a folder of its own; NULL: not
// there.
static const char *full_path(Arena *a, const char *path) {
    char *full = realpath(path, NULL);
    const char *kept = full ? arena_str(a, full) : NULL;
    free(full);
    return kept;
}

const char *cutlass_find(Arena *a, const char *build, Err *err) {
    const char *given = getenv("KATA_CUTLASS");
    bool named = given && *given;
    const char *at =
        full_path(a, named ? given : path_join(a, build, "cutlass"));
    if (at && path_exists(path_join(a, at, "cutlass/version.h")) &&
        path_exists(path_join(a, at, "cute/tensor.hpp")))
        return at;
    if (named) {
        err_set(err, ERR_ENV, "KATA_CUTLASS names '%s', which has no CUTLASS",
                given);
        err_hint(err, "name the folder that holds cute/ and cutlass/, or unset "
                      "it, then make cutlass");
        return NULL;
    }
    err_set(err, ERR_ENV,
            "this exercise needs CUTLASS's headers, which are not here");
    err_hint(err, "make cutlass  fetches them into .build/cutlass (7 MB to "
                  "fetch, 27 MB on the disk, no root)");
    return NULL;
}
