// kata history: every attempt at an exercise.
#include "cli/cmd.h"

#include "cli/learn/address.h"
#include "cli/learn/dashboard.h"
#include "cli/picture.h"

// Nothing was timed: no picture, and a word about it.
static bool draw_history(App *a, const Exercise *ex, const PictureOpts *o,
                         Buf *out, Err *err) {
    Page page;
    Plot p;
    if (!dashboard_gather(a, &page, err)) return false;
    const PageExercise *e = page_find(&page, ex->id);
    if (e && history_plot(&a->arena, e, &p))
        return picture_draw(a, &p, 1, o, out, err);
    err_set(err, ERR_USAGE, "no attempt at '%s' was timed", ex->id);
    return err_hint(err, "%s", app_command(a, "check", ex));
}

static bool history_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL}, *text = NULL;
    long limit = 20;
    Attempt *rows;
    Progress *all;
    int n, nall;
    PictureOpts o = {.no_plot = true};
    const Opt opts[] = {{"--limit", &text, NULL}, {"--svg", &o.svg, NULL}, {0}};
    if (!opts_take(&cmd_history, argc, argv, opts, words, 1, &n, err) ||
        (text && !opts_int("--limit", text, 0, &limit, err)))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex ||
        !store_history(a->store, &a->arena, ex->id, (int)limit, &rows, &n,
                       err) ||
        !store_progress(a->store, &a->arena, (VersionNow){0}, &all, &nall, err))
        return false;

    const Progress *p = store_find_progress(all, nall, ex->id);
    char *address = plan_address(&a->arena, a->track, ex);
    Buf out = {0};
    if (a->json) {
        report_history_json(address, rows, n, &out);
    } else {
        report_history(&a->term, address, rows, n, p ? p->attempts : 0, &out);
        if (n == 0) buf_fmt(&out, "next: %s\n", app_command(a, "check", ex));
    }
    bool ok = !o.svg || draw_history(a, ex, &o, &out, err);
    app_print(&out);
    return ok;
}

const Cmd cmd_history = {
    .name = "history",
    .args = "[EXERCISE] [--limit N] [--svg F]",
    .help = "list your attempts at an exercise",
    .more =
        "  --limit N   the newest N (20 unless told; 0 is all)\n"
        "  --svg F     draw the times, beside the ceilings and the library\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS,
    .reads = true,
    .completes = "exercise",
    .run = history_run,
};
