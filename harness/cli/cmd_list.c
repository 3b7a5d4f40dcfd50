// kata list: every item of the track, numbered, or those that were searched
// for; alone on a terminal, a screen to look through them.
#include "cli/cmd.h"
#include "cli/learn/items.h"

#include "cli/screen/list.h"
#include "cli/screen/terminal.h"
#include "report/report.h"

#include <unistd.h>

static void list_row(const Course *w, int number, const Slot *s, Buf *out) {
    buf_fmt(out, "%4d  ", number);
    term_ink(&w->a->term, out, item_ink(s), "%-9s ", item_state(s));
    term_hang(&w->a->term, out, 16, 16, item_name(w, s));
}

// Exercises outside the track: those that were searched for are named, the
// first of them; without a search they are counted.
static void say_outside(const Course *w, const ItemFilter *f, Buf *out) {
    enum { MOST = 8 };
    const Exercise **at;
    int n = items_outside(w, f, &at);
    bool all = !f->words && !f->failed && !f->stale && !f->passed;
    if (n == 0) return;
    Buf line = {0};
    if (all) {
        buf_fmt(&line, "outside the track: %d more exercises, see `kata bank`",
                n);
    } else {
        buf_fmt(&line, "outside the track, %d more: ", n);
        for (int i = 0; i < n && i < MOST; i++)
            buf_fmt(&line, "%s%s%s", i ? ", " : "", at[i]->id,
                    f->passed || !course_is_done(w, at[i]) ? "" : " (done)");
        buf_fmt(&line, "%s; `kata bank` lists all, `kata next %s` hands %s out",
                n > MOST ? ", ..." : "", at[0]->id, n > 1 ? "the first" : "it");
    }
    term_wrap(&w->a->term, out, 0, buf_text(&line));
    buf_free(&line);
}

static bool print_list(App *a, const ItemFilter *f, Err *err) {
    Course w;
    int shown = 0;
    if (!course_open(a, a->track, &w, err)) return false;
    Buf out = {0};
    for (int i = 0; i < w.s.n; i++) {
        if (!item_is_wanted(&w, &w.s.slots[i], f)) continue;
        list_row(&w, i + 1, &w.s.slots[i], &out);
        shown++;
    }
    term_line(&a->term, &out, 0, "%d of %d items of %s; %d of %d done", shown,
              w.s.n, a->track->title, w.s.done, w.s.total);
    if (!f->due && !f->planned) say_outside(&w, f, &out);
    if (w.s.next.ex)
        buf_fmt(&out, "next: %s\n", app_command(a, "next", w.s.next.ex));
    app_print(&out);
    return true;
}

// Hands out what was chosen, as `kata next` does.
static bool look_through(App *a, Err *err) {
    const Exercise *ex;
    if (!list_screen(a, &ex, err)) return false;
    if (!ex) return true;
    const char *argv[] = {"kata", "next", ex->id, NULL};
    execv("/proc/self/exe", (char *const *)argv);
    return err_errno(err, ERR_ENV, "cannot start `kata next %s`", ex->id);
}

static bool list_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    ItemFilter f = {0};
    const char *words[1] = {NULL};
    const Opt opts[] = {
        {"--due", NULL, &f.due},         {"--failed", NULL, &f.failed},
        {"--stale", NULL, &f.stale},     {"--passed", NULL, &f.passed},
        {"--planned", NULL, &f.planned}, {0}};
    int n;
    if (!opts_take(&cmd_list, argc, argv, opts, words, 1, &n, err))
        return false;
    f.words = words[0];
    bool alone = argc <= 1 && !a->json && isatty(STDIN_FILENO);
    if (alone && !terminal_is_plain()) return look_through(a, err);
    return print_list(a, &f, err);
}

const Cmd cmd_list = {
    .name = "list",
    .args = "[TEXT] [--due] [--failed] [--stale] [--passed] [--planned]",
    .help = "list the items of the track, or those with a text",
    .more = "  TEXT        in the address, the title or the topic\n"
            "  --due       due today or earlier: all that kata today is about\n"
            "  --failed    tried, and not passed yet\n"
            "  --stale     passed under tests that have changed\n"
            "  --passed    passed\n"
            "  --planned   not in the curriculum yet\n\n"
            "Of several, one is enough. Alone on a terminal, kata list is a "
            "screen with\nsearch, filters and reset: ? shows its keys. With "
            "ACCESSIBLE=1, NO_COLOR or\nTERM=dumb, or in a pipe, it is "
            "printed.\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS | NEED_TRACK,
    .completes = "",
    .run = list_run,
};
