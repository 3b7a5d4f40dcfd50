// kata lint: the author's checks, without building anything.
//
// What did not load at all is a finding like any other, so that one run names
// everything that is wrong.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/vec.h"
#include "plan/lint.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

// The plan's own errors as findings: all, or those of the exercise `name`. The
// plan is loaded again, because the errors of the first time were not kept.
static void add_load_errors(App *a, const char *name, Findings *f) {
    const char *folder = name ? arena_fmt(&a->arena, "/%s/", name) : "";
    Plan again = {0};
    Err err = {0};
    if (!plan_load(&again, a->root, &err))
        for (const Err *e = &err; e && e->kind != ERR_NONE; e = e->next) {
            if (!strstr(e->loc.file ? e->loc.file : "", folder)) continue;
            Finding found = {.is_error = true};
            found.loc = e->loc;
            if (e->loc.file) found.loc.file = arena_str(&a->arena, e->loc.file);
            snprintf(found.msg, sizeof found.msg, "%.*s",
                     (int)sizeof found.msg - 1, e->msg);
            snprintf(found.hint, sizeof found.hint, "%.*s",
                     (int)sizeof found.hint - 1, e->hint);
            snprintf(found.source, sizeof found.source, "%s", e->source);
            vec_push(f, found);
        }
    err_clear(&err);
    plan_free(&again);
}

static const char *syllabus(App *a) {
    const char *path = path_join(&a->arena, a->root, "curriculum/items.tsv");
    return path_exists(path) ? path : NULL;
}

static bool lint_verb(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_lint, argc, argv, opts, words, 1, &n, err))
        return false;
    const char *one = words[0];
    const Exercise *ex = one ? app_exercise(a, one, NULL, err) : NULL;

    Findings found = {0};
    if (!ex) add_load_errors(a, one, &found);
    if (one && !ex) { // not there, or too broken to be loaded
        if (found.n == 0) return false;
        err_clear(err);
    } else {
        lint_run(&a->plan, ex ? ex->id : NULL, syllabus(a), &found);
    }
    if (!one && a->plan.nexercises == 0 && found.n == 0) {
        // Zero checks run is an error, never a pass.
        err_set(err, ERR_INPUT, "there is no exercise below %s", a->root);
        return false;
    }
    for (int i = 0; i < found.n; i++)
        if (found.at[i].is_error) *status = 1;

    Buf out = {0};
    if (a->json)
        report_lint_json(&found, &out);
    else
        report_lint(&a->term, &found, one ? 1 : a->plan.nexercises, &out);
    app_print(&out);
    vec_free(&found);
    return true;
}

const Cmd cmd_lint = {
    .name = "lint",
    .args = "[EXERCISE]",
    .help = "look for mistakes in the curriculum (authors)",
    .more = "Builds nothing and needs no GPU. Exit status 1 if there is an "
            "error.\n",
    .needs = WANT_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = lint_verb,
};
