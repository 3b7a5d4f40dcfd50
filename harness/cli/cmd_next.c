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

static bool next_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const Opt opts[] = {{0}};
    Progress *rows;
    int n, over_n;
    const Item **over;
    if (!opts_take(&cmd_next, argc, argv, opts, NULL, 0, &n, err)) return false;
    if (!app_progress(a, &rows, &n, err)) return false;

    Buf out = {0};
    const Item *it = app_current(a, rows, n, &over, &over_n);
    say_passed_over(a, over, over_n, &out);
    if (!it) {
        say_all_done(a, rows, n, &out);
        app_print(&out);
        return true;
    }
    bool made;
    const char *file = app_work_file(a, it->ex);
    if (!app_hand_out(a, it->ex, &made, err)) {
        buf_free(&out);
        return false;
    }
    brief_add(a, it->ex, it, &out);
    buf_fmt(&out, "\n%s: %s\n",
            made ? "your file" : "your file, as you left it",
            app_show_path(a, file));
    buf_str(&out, "next: edit it, then ");
    term_ink(&a->term, &out, INK_BOLD, "%s\n", app_command(a, "check", it->ex));
    app_print(&out);
    return true;
}

const Cmd cmd_next = {
    .name = "next",
    .args = "",
    .help = "hand out the current exercise of the track",
    .more = "The current exercise is the first one that is neither passed nor "
            "skipped. Its\nstub is copied to work/ID/ once; your file is never "
            "overwritten.\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = next_run,
};
