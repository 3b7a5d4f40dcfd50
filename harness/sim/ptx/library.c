// Which files come with CUDA, or with CUTLASS, by their paths.
#include "sim/ptx/ptx.h"

#include "base/base.h"
#include "base/path.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_one_of(const char *text, const char *const *parts, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strstr(text, parts[i])) return true;
    return false;
}

// Libraries whose folder a person may have a folder of that name beside: a file
// that theirs has.
static const struct Library {
    const char *folder, *marks[2];
} libraries[] = {
    {"/cub/", {"cub.cuh", "version.cuh"}},
    {"/thrust/", {"version.h", "tuple.h"}},
    {"/cutlass/", {"cutlass.h", "util/print_error.hpp"}},
    {"/cute/", {"tensor.hpp", "config.hpp"}},
};

// A folder that is there and has none of the marks is somebody else's.
static bool is_folder_of(const struct Library *l, const char *folder, int n) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s", n, folder);
    if (access(path, X_OK) != 0) return true;
    for (size_t i = 0; i < COUNT_OF(l->marks); i++) {
        snprintf(path, sizeof path, "%.*s%s", n, folder, l->marks[i]);
        if (access(path, F_OK) == 0) return true;
    }
    return false;
}

// Reports ask for the same few folders again and again.
static bool is_below_library(const struct Library *l, const char *file) {
    static _Thread_local struct {
        char folder[PATH_MAX];
        bool is;
    } last;
    for (const char *at = file; (at = strstr(at, l->folder)); at++) {
        int n = (int)(at - file) + (int)strlen(l->folder);
        if (n >= PATH_MAX) return true;
        if (strncmp(last.folder, file, (size_t)n) || last.folder[n]) {
            last.is = is_folder_of(l, file, n);
            snprintf(last.folder, sizeof last.folder, "%.*s", n, file);
        }
        if (last.is) return true;
    }
    return false;
}

// All of them are headers: a learner's folder may have one of these names, too.
bool comes_with_cuda(const char *file) {
    static const char *const folders[] = {
        "/cuda/std/", "/cuda/__", "/cooperative_groups",
        "/cccl/",     "/crt/",    "/c++/",
    };
    static const char *const names[] = {
        "/curand",       "/cuda_fp", "/cuda_bf",
        "/cuda_runtime", "/device_", "_intrinsics",
    };
    if (path_is_code(file)) return false;
    const char *name = strrchr(file, '/');
    if (has_one_of(file, folders, COUNT_OF(folders))) return true;
    for (size_t i = 0; i < COUNT_OF(libraries); i++)
        if (is_below_library(&libraries[i], file)) return true;
    return name && has_one_of(name, names, COUNT_OF(names));
}
