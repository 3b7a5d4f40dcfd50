// Scaffolds of the learner's repositories.
//
// A scaffold is a folder below curriculum/repositories, copied as it is; DATE
// in a file's name or text becomes today. The learner's own files are never
// overwritten.
#include "cli/folder/repository.h"

#include "base/day.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/folder/scaffold.h"

#include <stdlib.h>
#include <string.h>

static const char *scaffolds(App *a) {
    return path_join(&a->arena, a->root, "curriculum/repositories");
}

char **repository_names(App *a) {
    return path_list(&a->arena, scaffolds(a), NULL);
}

const char *repository_find(App *a, const char *name) {
    char *key = arena_fmt(&a->arena, "repository:%s", name);
    const char *dir = a->store ? store_get(a->store, &a->arena, key) : NULL;
    return dir && path_is_dir(dir) ? dir : NULL;
}

static bool unknown_repository(App *a, const char *name, Err *err) {
    Buf list = {0};
    int n;
    char **names = path_list(&a->arena, scaffolds(a), &n);
    for (int i = 0; i < n; i++)
        buf_fmt(&list, "%s%s", i ? ", " : "", names[i]);
    int near = str_nearest(name, (const char *const *)names, n);
    err_set(err, ERR_USAGE, "there is no repository '%s' to set up", name);
    if (near >= 0)
        err_hint(err, "did you mean '%s'?", names[near]);
    else
        err_hint(err, n ? "there are: %s" : "this curriculum has none%s",
                 buf_text(&list));
    buf_free(&list);
    return false;
}

bool repository_scaffold(App *a, const char *name, const char *dir, int *made,
                         Err *err) {
    const char *from = path_join(&a->arena, scaffolds(a), name);
    *made = 0;
    if (strchr(name, '/') || name[0] == '.' || !path_is_dir(from))
        return unknown_repository(a, name, err);
    char date[DAY_TEXT];
    day_text(day_today(), date);
    Scaffold s = {
        .arena = &a->arena, .blanks = &(Blank){"DATE", date}, .nblanks = 1};
    bool ok = scaffold_copy(&s, from, dir, err);
    *made = s.nmade;
    return ok;
}

bool repository_init(App *a, const char *name, const char *dir, int *made,
                     Err *err) {
    if (!repository_scaffold(a, name, dir, made, err)) return false;
    char *real = realpath(dir, NULL);
    bool ok = store_set(a->store, arena_fmt(&a->arena, "repository:%s", name),
                        real ? real : dir, err);
    free(real);
    return ok;
}
