// From an address to an exercise: a path, an id, or the current one.
#include "cli/learn/address.h"

#include "base/str.h"
#include "cli/learn/course.h"

#include <stdlib.h>
#include <string.h>

// The exercise whose folder of work/ the path lies in, or NULL.
static const Exercise *in_work(App *a, const char *path) {
    char *work = realpath(a->work, NULL);
    if (!work) return NULL;
    size_t n = strlen(work);
    bool inside = !strncmp(path, work, n) && path[n] == '/';
    free(work);
    if (!inside) return NULL;
    const char *id = path + n + 1;
    if (str_starts(id, "review/")) { // review/DATE/ID
        id += strlen("review/");
        id += strcspn(id, "/");
        id += *id == '/';
    }
    return plan_find(&a->plan, arena_strn(&a->arena, id, strcspn(id, "/")));
}

static const char last_key[] = "current";

const Exercise *address_last(App *a) {
    const char *id = a->store ? store_get(a->store, &a->arena, last_key) : NULL;
    return id && *id ? plan_find(&a->plan, id) : NULL;
}

void address_remember(App *a, const Exercise *ex) {
    Err none = {0};
    if (!a->store || address_last(a) == ex) return;
    store_set(a->store, last_key, ex ? ex->id : "", &none);
    err_clear(&none);
}

static const Exercise *current_exercise(App *a, Err *err) {
    const Exercise *here = in_work(a, app_current_dir(&a->arena));
    if (here) return here;
    if (!a->store) {
        err_set(err, ERR_USAGE, "which exercise?");
        err_hint(err, "name one, or give its file");
        return NULL;
    }
    const Exercise *last = address_last(a);
    if (last) return last;
    if (!a->track) {
        app_no_track(a, NULL, err);
        return NULL;
    }
    Course w;
    if (!course_open(a, a->track, &w, err)) return NULL;
    if (w.s.next.ex) return w.s.next.ex;
    err_set(err, ERR_USAGE, "every exercise of %s is passed or skipped",
            a->track->id);
    err_hint(err, "name one, e.g. kata check %s",
             a->plan.nexercises ? a->plan.exercises[0]->id : "ID");
    return NULL;
}

const Exercise *address_exercise(App *a, const char *address, const Item **item,
                                 Err *err) {
    const Item *found = NULL;
    const Exercise *ex;
    if (!address) {
        ex = current_exercise(a, err);
    } else {
        char *real = strchr(address, '/') || strchr(address, '.')
                         ? realpath(address, NULL)
                         : NULL;
        ex = real ? in_work(a, real) : NULL;
        if (!ex)
            ex = plan_resolve(&a->plan, a->track, real ? real : address, &found,
                              err);
        free(real);
    }
    if (ex && !found && a->track) found = track_item(a->track, ex->id);
    if (item) *item = found;
    return ex;
}
