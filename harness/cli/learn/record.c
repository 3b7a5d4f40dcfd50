// Progress, seen against the exercises as they are now.
#include "cli/learn/record.h"

bool record_progress(App *a, Progress **rows, int *n, Err *err) {
    if (!store_progress(a->store, &a->arena, rows, n, err)) return false;

    // Versions are hashes over files: only what was passed can be stale.
    const char **ids = arena_array(&a->arena, const char *, (size_t)*n);
    const char **hex = arena_array(&a->arena, const char *, (size_t)*n);
    int passed = 0;
    for (int i = 0; i < *n; i++) {
        const Exercise *ex = plan_find(&a->plan, (*rows)[i].exercise);
        if ((*rows)[i].state != STATE_PASSED || !ex) continue;
        char version[65];
        exercise_version(ex, version);
        ids[passed] = ex->id;
        hex[passed++] = arena_str(&a->arena, version);
    }
    store_versions(a->store, ids, hex, passed);
    return store_progress(a->store, &a->arena, rows, n, err);
}
