// kata next: hand out the current exercise and say what to do.
//
// The learner's copy is made once and never overwritten: whoever wants the
// stub again types `kata reset`.
#include "cli/app/machine.h"
#include "cli/cmd.h"
#include "cli/learn/brief.h"
#include "cli/learn/course.h"
#include "cli/learn/reading.h"

#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "report/report.h"

#include <string.h>

// Readings on the way to slot `to`, and how much is only announced.
static void say_passed_over(const Course *w, int to, Buf *out) {
    enum { MOST = 3 };
    const Slot *at = w->s.slots;
    int from = to, texts = 0, planned = 0, lacking = 0;
    while (from > 0 && (at[from - 1].state == SLOT_READING ||
                        at[from - 1].state == SLOT_READ ||
                        at[from - 1].state == SLOT_ABSENT ||
                        at[from - 1].state == SLOT_LACKS))
        from--;
    for (int i = from; i < to; i++) {
        planned += at[i].state == SLOT_ABSENT;
        lacking += at[i].state == SLOT_LACKS;
        if (at[i].state != SLOT_READING || ++texts > MOST) continue;
        term_ink(&w->a->term, out, INK_DIM, "  reading ");
        term_hang(&w->a->term, out, 10, 10,
                  arena_fmt(&w->a->arena, "%s: %s", reading_address(w, &at[i]),
                            at[i].item->text));
    }
    if (texts > 0)
        buf_str(out, "          read it? kata done READING --note \"...\"\n");
    if (texts > MOST)
        buf_fmt(out, "  and %d more to read: kata week\n", texts - MOST);
    if (planned > 0) {
        term_ink(&w->a->term, out, INK_DIM, "  planned ");
        buf_fmt(out, "%d item%s on the way cannot be checked yet\n", planned,
                planned == 1 ? "" : "s");
    }
    if (lacking > 0) {
        term_ink(&w->a->term, out, INK_DIM, "  waiting ");
        buf_fmt(out, "%d item%s for another machine: kata today\n", lacking,
                lacking == 1 ? "" : "s");
    }
    if (to > from) buf_char(out, '\n');
}

static void say_all_done(const Course *w, Buf *out) {
    enum { ALL = 1 << 30, MOST = 12 };
    say_passed_over(w, w->s.n, out);
    term_ink(&w->a->term, out, INK_GOOD, "%s is %s.\n", w->f.track->title,
             course_lag(w));
    course_lacking(w, ALL, MOST, out);
    for (int i = 0; i < w->s.n; i++)
        if (w->s.slots[i].state == SLOT_OPEN && !w->s.slots[i].counts)
            buf_fmt(out, "optional: kata next %s\n", w->s.slots[i].ex->id);
    for (int i = 0; i < w->s.nextras; i++)
        if (w->s.extras[i].state == SLOT_OPEN)
            buf_fmt(out, "extra: kata next %s\n", w->s.extras[i].ex->id);
    buf_str(out, "next: kata review, or kata tracks\n");
}

static bool hand_out(App *a, const Exercise *ex, const Item *it, Buf *out,
                     Err *err) {
    bool made;
    if (!work_hand_out(a, ex, &made, err)) return false;
    address_remember(a, ex);
    brief_add(a, ex, it, out);
    term_line(&a->term, out, 0, "\n%s: %s",
              made ? "your file" : "your file, as you left it",
              app_show_path(a, work_file(a, ex)));
    // Questions are answered here as well as in the file.
    bool ask = ex->kind == KIND_QUIZ || ex->kind == KIND_ASSESSMENT;
    const char *lead = ask ? "next: " : "next: edit it, then ";
    const char *command = app_command(a, ask ? "quiz" : "check", ex);
    buf_str(out, lead);
    if ((int)(strlen(lead) + strlen(command)) > a->term.width)
        buf_str(out, "\n      "); // half a command cannot be copied
    term_ink(&a->term, out, INK_BOLD, "%s\n", command);
    return true;
}

// The one at hand is not passed, and the track goes on with another.
static void say_left_open(const Course *w, const Exercise *last,
                          const Exercise *next, Buf *out) {
    if (!last || last == next || course_is_done(w, last)) return;
    term_line(&w->a->term, out, 0,
              "%s is not passed yet; %s comes first in the track.", last->id,
              next->id);
    term_line(&w->a->term, out, 0, "back to it: %s",
              app_command(w->a, "next", last));
    buf_char(out, '\n');
}

static bool next_of_track(App *a, Buf *out, Err *err) {
    Course w;
    if (!course_open(a, a->track, &w, err)) return false;
    const NextUp *p = &w.s.next;
    if (!p->ex) {
        say_all_done(&w, out);
        return true;
    }
    if (w.s.lag > 0 || calendar_pause(&w.f.calendar, w.s.today)) {
        course_say(&w, out);
        buf_char(out, '\n');
    }
    say_left_open(&w, address_last(a), p->ex, out);
    if (p->slot && p->why != WHY_STALE)
        say_passed_over(&w, (int)(p->slot - w.s.slots), out);
    course_why(&w, out);
    return hand_out(a, p->ex, track_item(a->track, p->ex->id), out, err);
}

// Asking for an item of an option is how that option is taken.
static bool take_option(App *a, const Item *it, Err *err) {
    if (!it || !it->choice || !it->ex || !a->store) return true;
    return store_take(a->store, a->track->id, it->ex->id, err);
}

static bool next_named(App *a, const char *address, Buf *out, Err *err) {
    const Item *it;
    const Exercise *ex = address_exercise(a, address, &it, err);
    if (!ex) return false;
    if (kind_is_checked(ex->kind)) {
        unsigned lacks = machine_lacks(a, ex->machines);
        if (lacks) // reading and writing are possible anywhere
            term_wrap(&a->term, out, 0,
                      arena_fmt(&a->arena,
                                "This machine lacks what it needs (%s): write "
                                "it here if you like, and check it there.\n",
                                machine_text(a, lacks)));
        return take_option(a, it, err) && hand_out(a, ex, it, out, err);
    }
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
    if (!words[0] && !a->track) return app_use_track(a, err);
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
    .help = "hand out the current exercise, or the one named",
    .more =
        "First what is due today or earlier, in the order of the track; then "
        "what was\npassed under tests that have changed; then what is due "
        "later. What needs\nsomething else has that first; what failed three "
        "times today waits until\ntomorrow while there is anything else. Of a "
        "choice, `kata next ID` takes the\noption with that exercise. An "
        "exercise that is named needs no track. The\nstub is copied to "
        "work/ID/ once; your file is never overwritten.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = next_run,
};
