// kata review: what you are about to forget, done once more from scratch.
//
// A kernel begins from its stub again in work/review/DATE/ID/: the file in
// work/ID/ stays as it is. Questions come in a new order.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/paper.h"
#include "cli/review.h"

enum { MINUTES = 20 };

static const char *review_file(App *a, const Exercise *ex) {
    char day[DAY_TEXT];
    return arena_fmt(&a->arena, "%s/review/%s/%s/%s", a->work,
                     day_text(day_today(), day), ex->id, ex->file);
}

static bool hand_out(App *a, const Exercise *ex, const char *file, Err *err) {
    if (path_exists(file)) return true;
    Buf stub = {0};
    bool ok = path_make_dirs(path_dir(&a->arena, file), err) &&
              app_stub(a, ex, &stub, err) &&
              file_write(file, buf_text(&stub), stub.len, err);
    buf_free(&stub);
    return ok;
}

// The command that does it; hands a kernel's stub out.
static bool begin(App *a, const Exercise *ex, const char **command, Err *err) {
    const char *id = ex->id;
    if (!review_begin(a, ex, err)) return false;
    if (ex->kind == KIND_QUIZ) {
        *command = arena_fmt(&a->arena, "kata quiz %s", id);
    } else if (ex->paper) {
        *command = arena_fmt(
            &a->arena, "kata reset %s --new --yes && kata quiz %s", id, id);
    } else {
        const char *file = review_file(a, ex);
        *command = arena_fmt(&a->arena, "edit it, then kata check %s",
                             app_show_path(a, file));
        return hand_out(a, ex, file, err);
    }
    return true;
}

static void put_json(const Review *at, int n, int today, Buf *out) {
    char day[DAY_TEXT];
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "scheduler", "FSRS-4.5");
    json_kstr(&j, "today", day_text(today, day));
    json_key(&j, "reviews");
    json_open(&j, '[');
    for (int i = 0; i < n; i++) {
        json_open(&j, '{');
        json_kstr(&j, "exercise", at[i].ex->id);
        json_knum(&j, "recall", at[i].recall);
        json_knum(&j, "stability_days", at[i].memory.stability);
        json_knum(&j, "difficulty", at[i].memory.difficulty);
        json_kstr(&j, "due", day_text(at[i].due, day));
        json_kint(&j, "reviews", at[i].reviews);
        json_kint(&j, "lapses", at[i].lapses);
        json_kint(&j, "minutes", at[i].ex->minutes);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

static void say_none(const Review *at, int n, Buf *out) {
    char day[DAY_TEXT + 8];
    const Review *first = n ? &at[0] : NULL;
    for (int i = 1; i < n; i++)
        if (at[i].due < first->due) first = &at[i];
    if (first)
        buf_fmt(out,
                "Nothing to review today: all of it is fresh.\n"
                "%s is the next, on %s.\n",
                first->ex->id, day_words(first->due, day));
    else
        buf_str(out, "Nothing to review yet: it begins with what you pass.\n");
    buf_str(out, "next: kata next\n");
}

static bool show(App *a, Review *at, int n, int picked, Buf *out, Err *err) {
    enum { PERCENT = 100 };
    const char *command;
    int minutes = 0;
    for (int i = 0; i < picked; i++)
        minutes += at[i].ex->minutes;
    if (picked == 0) {
        say_none(at, n, out);
        return true;
    }
    if (!begin(a, at[0].ex, &command, err)) return false;
    term_ink(&a->term, out, INK_BOLD, "To review, about %d minutes\n", minutes);
    for (int i = 0; i < picked; i++)
        buf_fmt(out, "  %s %-28s %3d min  recall %2.0f %%\n", i ? " " : ">",
                at[i].ex->id, at[i].ex->minutes, PERCENT * at[i].recall);
    term_wrap(&a->term, out, 0,
              arena_fmt(&a->arena,
                        "\n%s, from scratch. `kata show %s` has the "
                        "brief; `kata review --give-up %s` if it is "
                        "gone.",
                        at[0].ex->title, at[0].ex->id, at[0].ex->id));
    buf_fmt(out, "next: %s\n", command);
    return true;
}

static bool give_up(App *a, const char *address, Err *err) {
    const Exercise *ex = app_exercise(a, address, NULL, err);
    if (!ex || !review_give_up(a, ex, err)) return false;
    Buf out = {0};
    buf_fmt(&out, "next: %s\n", app_command(a, "show", ex));
    if (!a->json) app_print(&out);
    buf_free(&out);
    return true;
}

static bool review_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *text = NULL, *gone = NULL;
    long minutes = MINUTES;
    Review *at;
    int n, today = day_today();
    const Opt opts[] = {
        {"--minutes", &text, NULL}, {"--give-up", &gone, NULL}, {0}};
    if (!opts_take(&cmd_review, argc, argv, opts, NULL, 0, &n, err) ||
        (text && !opts_int("--minutes", text, 1, &minutes, err)))
        return false;
    if (gone) return give_up(a, gone, err);
    if (!review_all(a, &at, &n, err)) return false;
    int picked = review_pick(at, n, today, (int)minutes);
    Buf out = {0};
    bool ok = true;
    if (a->json)
        put_json(at, picked, today, &out);
    else
        ok = show(a, at, n, picked, &out, err);
    if (ok) term_put(&out);
    buf_free(&out);
    return ok;
}

const Cmd cmd_review = {
    .name = "review",
    .args = "[--minutes N] [--give-up EXERCISE]",
    .help = "do again what you are about to forget",
    .more = "  --minutes N      how much of it (20)\n"
            "  --give-up EX     it is gone: it comes back soon\n\n"
            "What you passed comes back when the chance that you still know it "
            "falls to 90 %,\nby FSRS-4.5 with its published parameters. The "
            "pass closes a review; its grade\nis what it took: attempts, "
            "hints, time.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "",
    .run = review_run,
};
