// kata lint: the author's checks, without building anything.
//
// A file that did not load at all is a finding like any other, so that one run
// names everything that is wrong.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/vec.h"
#include "cli/learn/address.h"
#include "plan/lint.h"
#include "report/curriculum.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

// The plan's own errors as findings: all, or those of the exercise `name`.
static void add_load_errors(App *a, const char *name, Findings *f) {
    const char *folder = name ? arena_fmt(&a->arena, "/%s/", name) : "";
    for (const Err *e = &a->broken; e && e->kind != ERR_NONE; e = e->next) {
        if (!strstr(e->loc.file ? e->loc.file : "", folder)) continue;
        Finding found = {.is_error = true, .loc = e->loc};
        snprintf(found.msg, sizeof found.msg, "%.*s", (int)sizeof found.msg - 1,
                 e->msg);
        snprintf(found.hint, sizeof found.hint, "%.*s",
                 (int)sizeof found.hint - 1, e->hint);
        snprintf(found.source, sizeof found.source, "%s", e->source);
        vec_push(f, found);
    }
}

static const char *syllabus_file(App *a) {
    const char *path = path_join(&a->arena, a->root, "curriculum/items.tsv");
    return path_exists(path) ? path : NULL;
}

// ---- coverage

static const Track *one_track(App *a, const char *id, Err *err) {
    const Track *t = plan_track(&a->plan, id);
    if (t && t->syllabus) return t;
    err_set(err, ERR_USAGE, t ? "%s answers no syllabus" : "no track '%s'", id);
    err_hint(err, "kata tracks lists them");
    return NULL;
}

static bool show_coverage(App *a, const char *track, int *status, Err *err) {
    const Track *one = track ? one_track(a, track, err) : NULL;
    if (track && !one) return false;
    const char *tsv = syllabus_file(a);
    if (!tsv) {
        err_set(err, ERR_INPUT, "there is no curriculum/items.tsv");
        return err_hint(err, "a line for each thing that a syllabus asks for: "
                             "id, section, text, with tabs between them");
    }
    const char *remarks =
        path_join(&a->arena, a->root, "curriculum/remarks.yaml");
    Coverage c;
    Findings found = {0};
    Buf out = {0};
    bool ok = coverage_make(&c, &a->plan, tsv,
                            path_exists(remarks) ? remarks : NULL, &found, err);
    if (ok && a->json) {
        report_coverage_json(&a->plan, &c, one, &found, &out);
    } else if (ok) {
        if (one)
            report_coverage_lines(&a->term, &c, one, &out);
        else
            report_coverage(&a->term, &a->plan, &c, &out);
        if (found.n) report_findings(&a->term, &found, &out);
    }
    for (int i = 0; i < found.n; i++)
        if (found.at[i].is_error) *status = 1;
    app_print(&out);
    coverage_free(&c);
    vec_free(&found);
    return ok;
}

static bool lint_verb(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1] = {NULL};
    int n;
    bool cover = false;
    const Opt opts[] = {{"--coverage", NULL, &cover}, {0}};
    if (!opts_take(&cmd_lint, argc, argv, opts, words, 1, &n, err))
        return false;
    const char *one = words[0];
    if (cover) return show_coverage(a, one, status, err);
    const Exercise *ex = one ? address_exercise(a, one, NULL, err) : NULL;

    Findings found = {0};
    if (!ex) add_load_errors(a, one, &found);
    if (one && !ex) { // not there, or too broken to be loaded
        if (found.n == 0) return false;
        err_clear(err);
    } else {
        lint_run(&a->plan, ex ? ex->id : NULL, syllabus_file(a), &found);
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
    .args = "[EXERCISE] | --coverage [TRACK]",
    .help = "look for mistakes in the curriculum (authors)",
    .more = "  --coverage    what the lines of the syllabi rest on, by track; "
            "every line of one\n\n"
            "Builds nothing and needs no GPU. Exit status 1 if there is an "
            "error.\n",
    .needs = WANT_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = lint_verb,
};
