// kata review: what you are about to forget, done once more from scratch.
//
// A kernel begins from its stub again in work/review/DATE/ID/: the file in
// work/ID/ stays as it is. Questions are asked one by one, with new numbers.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "cli/learn/review_ask.h"
#include "report/report.h"

enum { MINUTES = 20 };

static const char *review_file(App *a, const Exercise *ex) {
    char day[DAY_TEXT];
    return arena_fmt(&a->arena, "%s/review/%s/%s/%s", a->work,
                     day_text(day_today(), day), ex->id, ex->file);
}

static bool hand_out(App *a, const Exercise *ex, const char *file, Err *err) {
    return path_exists(file) || work_put_stub(a, ex, file, err);
}

// The command that does it; hands a kernel's stub out.
static bool begin_review(App *a, const Review *r, const char **command,
                         Err *err) {
    if (r->fresh) { // the bank's, for the first time
        *command = app_command(a, "next", r->ex);
        return true;
    }
    const char *file = review_file(a, r->ex);
    *command = arena_fmt(&a->arena, "edit it, then kata check %s",
                         app_show_path(a, file));
    return review_begin(a, r->ex, err) && hand_out(a, r->ex, file, err);
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
        json_kstr(&j, "question", at[i].question ? at[i].question->id : NULL);
        json_kbool(&j, "daily_bank", at[i].daily);
        json_kbool(&j, "new", at[i].fresh);
        json_knum(&j, "recall", at[i].recall);
        json_knum(&j, "stability_days", at[i].memory.stability);
        json_knum(&j, "difficulty", at[i].memory.difficulty);
        json_kstr(&j, "due", day_text(at[i].due, day));
        json_kint(&j, "reviews", at[i].reviews);
        json_kint(&j, "lapses", at[i].lapses);
        json_kint(&j, "minutes", at[i].minutes);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

static void say_none(const Term *t, const Review *at, int n, Buf *out) {
    char day[DAY_TEXT + 8];
    const Review *first = n ? &at[0] : NULL;
    for (int i = 1; i < n; i++)
        if (at[i].due < first->due) first = &at[i];
    if (first)
        term_line(t, out, 0,
                  "Nothing to review today: all of it is fresh.\n"
                  "%s is the next, on %s.",
                  first->key, day_words(first->due, day));
    else
        term_wrap(t, out, 0,
                  "Nothing to review yet: it begins with what you pass.");
    buf_str(out, "next: kata next\n");
}

static int review_minutes(const Review *at, int n, bool questions, int *count) {
    int sum = 0;
    *count = 0;
    for (int i = 0; i < n; i++)
        if ((at[i].question != NULL) == questions) {
            sum += at[i].minutes;
            ++*count;
        }
    return sum;
}

static void put_part(App *a, const Review *at, int n, bool questions,
                     Buf *out) {
    enum { PERCENT = 100 };
    int count, minutes = review_minutes(at, n, questions, &count);
    if (count == 0) return;
    if (questions)
        term_ink(&a->term, out, INK_BOLD, "%d question%s, about %d min", count,
                 count == 1 ? "" : "s", minutes);
    else
        term_ink(&a->term, out, INK_BOLD, "From scratch, about %d min",
                 minutes);
    buf_char(out, '\n');
    for (int i = 0; i < n; i++) {
        if ((at[i].question != NULL) != questions) continue;
        buf_fmt(out, "  %-30s ", at[i].key);
        if (at[i].fresh)
            buf_str(out, "new");
        else
            buf_fmt(out, "recall %2.0f %%", PERCENT * at[i].recall);
        buf_fmt(out, "%s\n", at[i].daily ? ", daily bank" : "");
    }
    buf_char(out, '\n');
}

static const Review *first_scratch(const Review *at, int n) {
    for (int i = 0; i < n; i++)
        if (!at[i].question) return &at[i];
    return NULL;
}

// The shortest that is due and was left out of a session with minutes of its
// own; then what it needs.
static void say_longer(App *a, const Review *at, int n, int picked, Buf *out) {
    const Review *least = NULL;
    int today = day_today(), sum = 0, left = 0;
    for (int i = 0; i < picked; i++)
        sum += at[i].minutes;
    for (int i = picked; i < n; i++) {
        if (at[i].question || (at[i].due > today && !at[i].open)) continue;
        left++;
        if (!least || at[i].minutes < least->minutes) least = &at[i];
    }
    if (!least) return;
    const char *others =
        left > 1 ? arena_fmt(&a->arena, " (and %d more)", left - 1) : "";
    term_wrap(&a->term, out, 0,
              arena_fmt(&a->arena,
                        "%s%s is due as well, from scratch, and takes about %d "
                        "min: `kata review --minutes %d`.",
                        least->key, others, least->minutes,
                        sum + least->minutes));
}

static bool show_cards(App *a, Review *at, int n, int picked, bool strict,
                       Buf *out, Err *err) {
    if (picked == 0) {
        Buf longer = {0};
        say_longer(a, at, n, picked, &longer);
        if (strict && longer.len)
            buf_add(out, longer.data, longer.len);
        else
            say_none(&a->term, at, n, out);
        buf_free(&longer);
        return true;
    }
    const char *command = NULL;
    const Review *r = first_scratch(at, picked);
    if (r && !begin_review(a, r, &command, err)) return false;
    put_part(a, at, picked, true, out);
    put_part(a, at, picked, false, out);
    if (strict) say_longer(a, at, n, picked, out);
    if (r && !r->fresh)
        term_wrap(&a->term, out, 0,
                  arena_fmt(&a->arena,
                            "%s, from scratch. `kata show %s` has the brief; "
                            "`kata review --give-up %s` if it is gone.",
                            r->ex->title, r->ex->id, r->ex->id));
    if (at[0].question) buf_str(out, "next: kata review --ask\n");
    if (r) buf_fmt(out, "%s: %s\n", at[0].question ? "then" : "next", command);
    return true;
}

// ---- asking

static void put_asked(const Review *at, int n, const Asked *asked, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kint(&j, "questions", n);
    json_kint(&j, "answered", asked->n);
    json_kint(&j, "right", asked->nright);
    json_key(&j, "keys");
    json_open(&j, '[');
    for (int i = 0; i < n; i++)
        json_str(&j, at[i].key);
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

static bool ask_cards(App *a, const Review *at, int picked, Err *err) {
    Asked asked;
    int nq = 0;
    Buf out = {0};
    Review *questions = arena_array(&a->arena, Review, (size_t)picked);
    for (int i = 0; i < picked; i++)
        if (at[i].question) questions[nq++] = at[i];
    if (!review_ask(a, questions, nq, &asked, err)) return false;
    if (a->json) {
        put_asked(questions, nq, &asked, &out);
    } else if (nq == 0) {
        buf_str(&out, "No question is due today.\nnext: kata review\n");
    } else {
        buf_fmt(&out,
                "\n%d answered, %d right. What was wrong comes again "
                "soon.\nnext: kata review\n",
                asked.n, asked.nright);
    }
    app_print(&out);
    return true;
}

static bool give_up(App *a, const char *address, Err *err) {
    const Exercise *ex = address_exercise(a, address, NULL, err);
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
    bool asks = false;
    long minutes = MINUTES;
    Review *at;
    int n, today = day_today();
    const Opt opts[] = {{"--minutes", &text, NULL},
                        {"--give-up", &gone, NULL},
                        {"--ask", NULL, &asks},
                        {0}};
    if (!opts_take(&cmd_review, argc, argv, opts, NULL, 0, &n, err) ||
        (text && !opts_int("--minutes", text, 1, &minutes, err)))
        return false;
    if (gone) return give_up(a, gone, err);
    if (!review_all(a, &at, &n, err)) return false;
    int picked = review_pick(at, n, today, (int)minutes, text != NULL);
    if (asks) return ask_cards(a, at, picked, err);
    Buf out = {0};
    bool ok = true;
    if (a->json)
        put_json(at, picked, today, &out);
    else
        ok = show_cards(a, at, n, picked, text != NULL, &out, err);
    if (ok) term_put(&out);
    buf_free(&out);
    return ok;
}

const Cmd cmd_review = {
    .name = "review",
    .args = "[--ask] [--minutes N] [--give-up EXERCISE]",
    .help = "do again what you are about to forget",
    .more = "  --ask            the questions of this session, one by one\n"
            "  --minutes N      no more than fits into N minutes. Without it, "
            "about "
            "20, and one\n                   kernel that is due, however long "
            "it takes\n"
            "  --give-up EX     it is gone: it comes back soon\n\n"
            "What you passed comes back when the chance that you still know it "
            "falls to 90 %,\nby FSRS-4.5 with its published parameters, each "
            "exercise and each question by\nitself. A third of a session is "
            "questions, the rest is done from scratch; a\ntrack's daily bank "
            "and what else you know take turns. A pass closes the review\nof "
            "an exercise; its grade is what it took: attempts, hints, time.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "",
    .run = review_run,
};
