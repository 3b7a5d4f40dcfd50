// Progress, seen against the exercises as they are now.
#include "cli/learn/record.h"

typedef struct Versions {
    const Plan *plan;
    char hex[65];
} Versions;

// A hash over files: only what was passed is asked for.
static const char *version_now(void *ctx, const char *exercise) {
    Versions *v = ctx;
    const Exercise *ex = plan_find(v->plan, exercise);
    if (!ex) return NULL;
    exercise_version(ex, v->hex);
    return v->hex;
}

bool record_progress(App *a, Progress **rows, int *n, Err *err) {
    Versions v = {.plan = &a->plan};
    return store_progress(a->store, &a->arena, (VersionNow){version_now, &v},
                          rows, n, err);
}
