// kata list: every item of the track, numbered, or those that were searched
// for.
#include "cli/cmd.h"
#include "cli/learn/course.h"

#include "report/report.h"

#include <string.h>

typedef struct Filter {
    bool due, failed, stale, passed, planned;
    const char *words; // somewhere in the address or the title; NULL: any
} Filter;

static const char *list_name(const Course *w, const Slot *s) {
    const Item *it = s->item;
    if (!s->ex) return it->text ? it->text : it->id ? it->id : "";
    return arena_fmt(&w->a->arena, "%s, %s",
                     plan_address(&w->a->arena, w->f.track, s->ex),
                     s->ex->title);
}

// One of several filters is enough; none of them lets everything through.
static bool list_wants(const Course *w, const Slot *s, const Filter *f) {
    bool open = s->state == SLOT_OPEN;
    if (f->words && !strcasestr(list_name(w, s), f->words)) return false;
    if (!f->due && !f->failed && !f->stale && !f->passed && !f->planned)
        return true;
    return (f->due && open && s->due <= w->s.today) ||
           (f->failed && s->standing == STANDING_FAILED) ||
           (f->stale && s->state == SLOT_STALE) ||
           (f->passed && s->standing == STANDING_PASSED) ||
           (f->planned && s->state == SLOT_ABSENT);
}

static const char *list_state(const Slot *s) {
    if (s->standing == STANDING_SKIPPED) return "skipped";
    if (s->standing == STANDING_PASSED) return "passed";
    if (s->standing == STANDING_FAILED && s->state == SLOT_OPEN)
        return "failed";
    return slot_text(s->state);
}

static void list_row(const Course *w, int number, const Slot *s, Buf *out) {
    const char *state = list_state(s);
    Ink ink = !strcmp(state, "passed")   ? INK_GOOD
              : !strcmp(state, "failed") ? INK_BAD
              : s->state == SLOT_STALE   ? INK_WARN
              : s->state == SLOT_OPEN    ? INK_PLAIN
                                         : INK_DIM;
    buf_fmt(out, "%4d  ", number);
    term_ink(&w->a->term, out, ink, "%-9s ", state);
    term_hang(&w->a->term, out, 16, 16, list_name(w, s));
}

static bool list_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    Filter f = {0};
    const char *words[1] = {NULL};
    const Opt opts[] = {
        {"--due", NULL, &f.due},         {"--failed", NULL, &f.failed},
        {"--stale", NULL, &f.stale},     {"--passed", NULL, &f.passed},
        {"--planned", NULL, &f.planned}, {0}};
    Course w;
    int n, shown = 0;
    if (!opts_take(&cmd_list, argc, argv, opts, words, 1, &n, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    f.words = words[0];
    Buf out = {0};
    for (int i = 0; i < w.s.n; i++) {
        if (!list_wants(&w, &w.s.slots[i], &f)) continue;
        list_row(&w, i + 1, &w.s.slots[i], &out);
        shown++;
    }
    buf_fmt(&out, "%d of %d items of %s; %d of %d done\n", shown, w.s.n,
            a->track->title, w.s.done, w.s.total);
    if (w.s.next.ex)
        buf_fmt(&out, "next: %s\n", app_command(a, "next", w.s.next.ex));
    app_print(&out);
    return true;
}

const Cmd cmd_list = {
    .name = "list",
    .args = "[TEXT] [--due] [--failed] [--stale] [--passed] [--planned]",
    .help = "list the items of the track, or those with a text",
    .more = "  TEXT        in the address or the title\n"
            "  --due       open, and due today or earlier\n"
            "  --failed    tried, and not passed yet\n"
            "  --stale     passed under tests that have changed\n"
            "  --passed    passed\n"
            "  --planned   not in the curriculum yet\n\n"
            "Of several, one is enough.\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = list_run,
};
