// kata next: hand out the current exercise and say what to do.
//
// The learner's copy is made once and never overwritten: whoever wants the
// stub again types `kata reset`.
#include "cli/brief.h"
#include "cli/cmd.h"

#include "report/report.h"

static void say_passed_over(App *a, const Item **over, int n, Buf *out) {
    for (int i = 0; i < n; i++) {
        const Item *it = over[i];
        const char *what = it->kind == ITEM_READING ? "reading" : "planned";
        buf_fmt(out, "%s", "  ");
        term_ink(&a->term, out, INK_DIM, "%-8s", what);
        Buf line = {0};
        if (it->kind == ITEM_EXERCISE)
            buf_fmt(&line, "%s (%s: kata cannot check it yet)", it->id,
                    it->ex ? kind_name(it->ex->kind) : "missing");
        else
            buf_fmt(&line, "%s%s", it->text,
                    it->kind == ITEM_PLANNED ? " (no exercise yet)" : "");
        term_hang(&a->term, out, 10, 10, buf_text(&line));
        buf_free(&line);
    }
    if (n > 0) buf_char(out, '\n');
}

static void say_all_done(App *a, const Progress *rows, int n, Buf *out) {
    int stale = 0;
    for (int i = 0; i < n; i++)
        stale += rows[i].state == STATE_STALE;
    term_ink(&a->term, out, INK_GOOD, "%s is done.\n", a->track->title);
    if (stale)
        buf_fmt(out,
                "%d pass%s stale, because tests or gates have changed since: "
                "kata progress\n",
                stale, stale == 1 ? " is" : "es are");
    buf_str(out, "next: kata tracks\n");
}

static bool hand_out(App *a, const Exercise *ex, const Item *it, Buf *out,
                     Err *err) {
    bool made;
    if (!app_hand_out(a, ex, &made, err)) return false;
    brief_add(a, ex, it, out);
    buf_fmt(out, "\n%s: %s\n", made ? "your file" : "your file, as you left it",
            app_show_path(a, app_work_file(a, ex)));
    buf_str(out, "next: edit it, then ");
    term_ink(&a->term, out, INK_BOLD, "%s\n", app_command(a, "check", ex));
    return true;
}

static bool next_of_track(App *a, Buf *out, Err *err) {
    Progress *rows;
    int n, over_n;
    const Item **over;
    if (!app_progress(a, &rows, &n, err)) return false;
    const Item *it = app_current(a, rows, n, &over, &over_n);
    say_passed_over(a, over, over_n, out);
    if (it) return hand_out(a, it->ex, it, out, err);
    say_all_done(a, rows, n, out);
    return true;
}

static bool next_named(App *a, const char *address, Buf *out, Err *err) {
    const Item *it;
    const Exercise *ex = app_exercise(a, address, &it, err);
    if (!ex) return false;
    if (app_can_check(ex)) return hand_out(a, ex, it, out, err);
    err_set(err, ERR_USAGE, "'%s' is a %s: kata cannot check it yet", ex->id,
            kind_name(ex->kind));
    return err_hint(err, "%s", app_command(a, "show", ex));
}

static bool next_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    const Opt opts[] = {{0}};
    int n;
    if (!opts_take(&cmd_next, argc, argv, opts, words, 1, &n, err))
        return false;
    Buf out = {0};
    bool ok = words[0] ? next_named(a, words[0], &out, err)
                       : next_of_track(a, &out, err);
    if (ok) term_put(&out);
    buf_free(&out);
    return ok;
}

const Cmd cmd_next = {
    .name = "next",
    .args = "[EXERCISE]",
    .help = "hand out the current exercise of the track, or the one named",
    .more = "The current exercise is the first one that is neither passed nor "
            "skipped. Its\nstub is copied to work/ID/ once; your file is never "
            "overwritten.\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "exercise",
    .run = next_run,
};
