// kata hint: the next rung of the ladder.
//
// Hints go from a nudge to nearly the answer. Each one shown is recorded, so
// that the record can tell solved from solved with help. A hint that answers
// the last failure comes before the ladder and is free: it was earned.
#include "cli/cmd.h"

#include "cli/learn/address.h"
#include "cli/learn/hints.h"
#include "report/report.h"

#include <string.h>

static const Hint *ladder_rung(const Exercise *ex, int level) {
    for (int i = 0; i < ex->nhints; i++)
        if (!ex->hints[i].when && --level == 0) return &ex->hints[i];
    return NULL;
}

static int count_rungs(const Exercise *ex) {
    int n = 0;
    for (int i = 0; i < ex->nhints; i++)
        n += !ex->hints[i].when;
    return n;
}

static void say_hint(App *a, const char *title, const char *text, Buf *out) {
    term_ink(&a->term, out, INK_NAME, "%s: ", title);
    term_hang(&a->term, out, (int)strlen(title) + 2, 2, text);
}

// ---- the hint that answers the last failure

static const Hint *fitting_hint(App *a, const Exercise *ex) {
    Attempt *last, full;
    int n;
    Err ignored = {0};
    bool found =
        store_history(a->store, &a->arena, ex->id, 1, &last, &n, &ignored) &&
        n == 1 && last->verdict != VERDICT_PASS &&
        store_attempt(a->store, &a->arena, last->id, &full, &ignored);
    err_clear(&ignored);
    return found ? hints_fitting(&a->arena, ex, &full) : NULL;
}

// ---- the verb

static bool show_list(App *a, const Exercise *ex) {
    int seen = store_hint_level(a->store, ex->id), total = count_rungs(ex);
    Buf out = {0};
    for (int level = 1; level <= total; level++) {
        say_hint(a, arena_fmt(&a->arena, "hint %d of %d", level, total),
                 level <= seen ? ladder_rung(ex, level)->say : "not shown yet",
                 &out);
    }
    app_print(&out);
    return true;
}

static bool show_next(App *a, const Exercise *ex, Err *err) {
    int total = count_rungs(ex), seen = store_hint_level(a->store, ex->id);
    int level = min_of(seen + 1, total);
    const Hint *answer = fitting_hint(a, ex);
    Buf out = {0};
    if (answer) say_hint(a, "for your last check", answer->say, &out);
    if (level > seen && !store_note(a->store, ex->id, "hint", level, err)) {
        buf_free(&out);
        return false;
    }
    if (level > 0)
        say_hint(a, arena_fmt(&a->arena, "hint %d of %d", level, total),
                 ladder_rung(ex, level)->say, &out);
    if (level > 0 && level == seen)
        buf_fmt(&out, "that was the last one; `%s` shows the solution\n",
                arena_fmt(&a->arena, "%s --give-up",
                          app_command(a, "solution", ex)));
    app_print(&out);
    return true;
}

static bool hint_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool list = false;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{"--list", NULL, &list}, {0}};
    if (!opts_take(&cmd_hint, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex) return false;
    if (ex->nhints == 0) {
        err_set(err, ERR_USAGE, "'%s' has no hints", ex->id);
        return err_hint(err, "%s", app_command(a, "show", ex));
    }
    return list ? show_list(a, ex) : show_next(a, ex, err);
}

const Cmd cmd_hint = {
    .name = "hint",
    .args = "[EXERCISE] [--list]",
    .help = "show the next hint",
    .more = "  --list   the hints shown so far\n\n"
            "Hints go from a nudge to nearly the answer. The record keeps how "
            "many you saw.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = hint_run,
};
