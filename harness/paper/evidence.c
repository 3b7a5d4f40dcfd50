// Files of a project that rest on the record.
#include "paper/evidence.h"

#include "base/path.h"
#include "paper/essay.h"

#include <string.h>

// ---- citations

static bool cites_one(const char **of, const char *exercise) {
    for (; *of; of++)
        if (!strcmp(*of, "any") || !strcmp(*of, exercise)) return true;
    return false;
}

static bool text_cites(Arena *a, Str text, const char **of) {
    Citation c;
    while (citation_next(a, &text, &c))
        if (cites_one(of, c.exercise)) return true;
    return false;
}

static const char *uncited(Arena *a, const char *file, const char *of,
                           const char **kind) {
    bool any = !strcmp(of, "any");
    *kind = "uncited";
    return arena_fmt(a,
                     "%s cites no attempt%s%s: `kata cite %s` prints the "
                     "citation",
                     file, any ? "" : " of ", any ? "" : of,
                     any ? "EXERCISE" : of);
}

const char *evidence_cites(const PaperRecord *rec, Arena *a, const char **of,
                           bool each, const char *file, Str text,
                           const char **kind) {
    Citation c;
    char why[300];
    text = str_of(paper_shown(a, arena_strn(a, text.p, text.n)));
    Str rest = text;
    while (citation_next(a, &rest, &c))
        if (!citation_check(rec, a, &c, kind, why))
            return arena_fmt(a, "%.*s in %s: %s",
                             (int)min_of(c.whole.n, (size_t)80), c.whole.p,
                             file, why);
    if (!each)
        return text_cites(a, text, of) ? NULL : uncited(a, file, of[0], kind);
    for (; *of; of++)
        if (!text_cites(a, text, (const char *[]){*of, NULL}))
            return uncited(a, file, *of, kind);
    return NULL;
}

// ---- the kernel zoo

// "reduce-grid.results.json" and "transpose/results.json" name their exercise.
static const Exercise *exercise_named(const Plan *p, Arena *a,
                                      const char *file) {
    const char *name = path_base(file);
    const Exercise *ex = plan_find(p, arena_strn(a, name, strcspn(name, ".")));
    return ex ? ex : plan_find(p, path_base(path_dir(a, file)));
}

static const char *folder_of(Arena *a, const Exercise *ex) {
    return ex->zoo ? ex->zoo : arena_fmt(a, "%s/%s", ex->topic, ex->id);
}

static bool is_of_zoo(const char *file, const Exercise *ex) {
    const char *base = path_base(file);
    return str_ends(base, "results.json") || str_ends(base, "reference.c") ||
           (ex->file && !strcmp(base, ex->file));
}

const char *evidence_filed(const PaperRequest *q, Arena *a, const char *file,
                           Str text, const char **kind) {
    const PaperRecord *rec = q->record;
    const Exercise *ex = exercise_named(q->plan, a, file);
    *kind = "not-filed";
    if (!ex)
        return arena_fmt(a,
                         "%s is named after no exercise; `kata zoo` files a "
                         "kernel of yours that passed",
                         file);
    if (strcmp(path_dir(a, file), folder_of(a, ex)) != 0)
        return arena_fmt(a, "%s belongs in %s, where `kata zoo` puts it", file,
                         folder_of(a, ex));
    if (is_of_zoo(file, ex) && rec && rec->files &&
        rec->files(rec->ctx, a, ex, file, text))
        return NULL;
    return arena_fmt(a,
                     "%s is not what `kata zoo %s` files from your passing "
                     "attempts: run that after `kata check %s` passes",
                     file, ex->id, ex->id);
}

// ---- what passed, elsewhere

const char *evidence_passed(const PaperRequest *q, Arena *a,
                            const char *exercise, const char *file, Str text,
                            const char **kind) {
    const PaperRecord *rec = q->record;
    const Exercise *ex = plan_find(q->plan, exercise);
    *kind = "not-passed";
    if (!ex || !ex->file)
        return arena_fmt(a, "'%s' is no exercise that has a file", exercise);
    if (rec && rec->files && rec->files(rec->ctx, a, ex, file, text))
        return NULL;
    return arena_fmt(a,
                     "%s is not a text of yours that passed %s: copy your %s "
                     "there when `kata check %s` has passed",
                     file, ex->id, ex->file, ex->id);
}
