// kata quiz: the questions one by one, on the terminal or from a pipe.
//
// Every answer goes into the learner's file, as if it had been edited
// there, and that file is judged: one way to be right, whatever the way in. A
// quiz comes in a new order each time; a worksheet keeps its numbers. Whoever
// leaves before the end has not failed: the answers are kept, and a quiz goes
// on with the questions that are open.
#include "cli/cmd.h"
#include "cli/learn/check_paper.h"

#include "base/path.h"
#include "base/str.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "paper/sheet.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct Quiz {
    App *a;
    const Exercise *ex;
    Sheet sheet;
    const char **said; // one per question, NULL: none yet
    bool goes_on;      // of a quiz that was left, what is open
} Quiz;

static const char keys[] = "Enter skips a question, q leaves.";

// The seed of the quiz that was left before its end.
static char *left_key(const Quiz *q) {
    return arena_fmt(&q->a->arena, "left:%s", q->ex->id);
}

static bool has_answer(const Quiz *q, int i) {
    return q->said[i] && *q->said[i];
}

static int count_answers(const Quiz *q) {
    int n = 0;
    for (int i = 0; i < q->sheet.n; i++)
        n += has_answer(q, i);
    return n;
}

// ---- answers

// A quiz gives its reason at once, while the question is fresh; a worksheet
// waits until all is answered.
static void put_reason(const Quiz *q, const PaperRow *row) {
    bool right = row->verdict == VERDICT_PASS;
    if (q->a->json || q->ex->kind != KIND_QUIZ) return;
    Buf out = {0};
    if (!isatty(STDIN_FILENO)) buf_char(&out, '\n');
    term_ink(&q->a->term, &out, right ? INK_GOOD : INK_BAD, "%s\n",
             right ? "right" : "WRONG");
    if (row->why && *row->why) term_wrap(&q->a->term, &out, 2, row->why);
    if (row->method && *row->method)
        term_wrap(&q->a->term, &out, 2, row->method);
    app_print(&out);
}

// Reads until there is an answer; an empty line leaves the question as it is.
// Returns false if the learner leaves, or at the end of the input.
static bool hear_answer(Quiz *q, const Drawn *d, const char **said) {
    char *line = NULL;
    while (app_read_line(q->a, stdin, &line)) {
        PaperRow row = {.why = "", .kind = ""};
        if (!*line) return true;
        sheet_judge(&q->a->arena, d, line, &row);
        if (strcmp(row.kind, "unreadable") != 0) {
            *said = line;
            put_reason(q, &row);
            return true;
        }
        if (!strcasecmp(line, "q") || !strcasecmp(line, "quit")) return false;
        bool asks = !strcmp(line, "?");
        fprintf(q->a->json ? stderr : stdout,
                "%s%s%s: once more?\nanswer: ", row.why, asks ? ". " : "",
                asks ? keys : "");
        fflush(stdout);
    }
    return false;
}

static void put_drawn(const Quiz *q, int i, bool first) {
    Buf out = {0};
    const Drawn *d = &q->sheet.at[i];
    buf_fmt(&out, "%s", first ? "" : "\n");
    term_ink(&q->a->term, &out, INK_BOLD, "%d of %d%s%s\n\n", i + 1, q->sheet.n,
             *d->title ? "  " : "", d->title);
    sheet_print_question(d, &out);
    if (has_answer(q, i)) buf_fmt(&out, " (Enter keeps: %s)", q->said[i]);
    buf_char(&out, ' ');
    // With --json nothing else goes to stdout.
    fputs(buf_text(&out), q->a->json ? stderr : stdout);
    fflush(stdout);
    buf_free(&out);
}

// Returns false if there was no end.
static bool ask_all(Quiz *q) {
    bool more = true, first = true;
    if (!q->a->json && q->goes_on)
        printf("You answered %d of %d before you left; these are open. ",
               count_answers(q), q->sheet.n);
    if (!q->a->json) printf("%s\n\n", keys);
    for (int i = 0; i < q->sheet.n && more; i++) {
        if (q->goes_on && has_answer(q, i)) continue;
        put_drawn(q, i, first);
        more = hear_answer(q, &q->sheet.at[i], &q->said[i]);
        first = false;
        bool told = more && has_answer(q, i) && q->ex->kind == KIND_QUIZ;
        if (!q->a->json && !told && (!more || !isatty(STDIN_FILENO)))
            putchar('\n');
    }
    return more;
}

// A file of answers: a filled sheet, or a line for each question.
static bool read_file(Quiz *q, const char *path, Err *err) {
    Buf text = {0};
    Arena *m = &q->a->arena;
    if (!file_read(path, &text, err)) {
        err->kind = ERR_USAGE;
        return false;
    }
    uint64_t seed;
    char **read = sheet_answers(m, buf_text(&text), q->sheet.n, &seed);
    if (seed && seed != q->sheet.seed) {
        buf_free(&text);
        err_set(err, ERR_USAGE, "%s is another sheet of '%s'", path, q->ex->id);
        return err_hint(err, "yours is %s",
                        app_show_path(q->a, work_file(q->a, q->ex)));
    }
    Str rest = {buf_text(&text), text.len}, line;
    for (int i = 0; i < q->sheet.n; i++) {
        if (seed)
            q->said[i] = read[i];
        else if (str_cut(&rest, '\n', &line)) {
            line = str_trim(line);
            q->said[i] = arena_strn(m, line.p, line.n);
        }
    }
    buf_free(&text);
    return true;
}

// ---- the file

static bool keep_old(App *a, const Exercise *ex, const char *file, Err *err) {
    Buf text = {0};
    bool ok =
        !path_exists(file) || (file_read(file, &text, err) &&
                               store_snapshot(a->store, ex->id, "quiz",
                                              buf_text(&text), text.len, err));
    buf_free(&text);
    return ok;
}

// Takes what the file has already, if it is of this sheet: of a worksheet, and
// of a quiz that was left.
static void take_old(Quiz *q, const char *file) {
    Buf text = {0};
    Err ignored = {0};
    uint64_t seed;
    if (path_exists(file) && file_read(file, &text, &ignored)) {
        char **old =
            sheet_answers(&q->a->arena, buf_text(&text), q->sheet.n, &seed);
        for (int i = 0; seed == q->sheet.seed && i < q->sheet.n; i++)
            q->said[i] = old[i];
    }
    err_clear(&ignored);
    buf_free(&text);
}

static bool write_sheet(Quiz *q, const char *file, Err *err) {
    Buf text = {0};
    sheet_print(&q->sheet, q->said, &text);
    bool ok = path_make_dirs(path_dir(&q->a->arena, file), err) &&
              keep_old(q->a, q->ex, file, err) &&
              file_write(file, buf_text(&text), text.len, err);
    buf_free(&text);
    return ok;
}

// ---- the verb

static bool has_questions(App *a, const Exercise *ex, Err *err) {
    if (ex->paper && ex->paper->nquestions && ex->kind != KIND_PROFILE)
        return true;
    Buf names = {0};
    int n = 0;
    for (int i = 0; i < a->plan.nexercises && n < 8; i++)
        if (a->plan.exercises[i]->kind == KIND_QUIZ)
            buf_fmt(&names, "%s%s", n++ ? ", " : "", a->plan.exercises[i]->id);
    err_set(err, ERR_USAGE,
            "'%s' is an exercise of kind %s: it has no questions", ex->id,
            kind_name(ex->kind));
    err_hint(err, n ? "quizzes: %s" : "there is no quiz yet%s",
             buf_text(&names));
    buf_free(&names);
    return false;
}

// The quiz that goes on: it was left, and its file is still there.
static bool was_left(Quiz *q) {
    App *a = q->a;
    const char *left = store_get(a->store, &a->arena, left_key(q));
    const char *seed = store_get(a->store, &a->arena,
                                 arena_fmt(&a->arena, "sheet:%s", q->ex->id));
    return q->ex->kind == KIND_QUIZ && left && seed && !strcmp(left, seed) &&
           path_exists(work_file(a, q->ex));
}

// Draws the sheet, and finds the answers that are there.
static bool open_quiz(Quiz *q, const char *answers, Err *err) {
    App *a = q->a;
    uint64_t seed;
    q->goes_on = !answers && was_left(q);
    bool fresh = !answers && q->ex->kind == KIND_QUIZ && !q->goes_on;
    if (!work_seed(a, q->ex, fresh, &seed, err) ||
        !sheet_draw(&a->arena, q->ex, seed, &q->sheet, err))
        return false;
    q->said = arena_array(&a->arena, const char *, (size_t)q->sheet.n);
    if (answers) return read_file(q, answers, err);
    if (!fresh) take_old(q, work_file(a, q->ex));
    q->goes_on &= count_answers(q) > 0;
    return true;
}

static bool set_left(Quiz *q, bool left, Err *err) {
    const char *seed = left ? arena_fmt(&q->a->arena, "%llx",
                                        (unsigned long long)q->sheet.seed)
                            : "";
    const char *was = store_get(q->a->store, &q->a->arena, left_key(q));
    if (q->ex->kind != KIND_QUIZ || (!left && (!was || !*was))) return true;
    return store_set(q->a->store, left_key(q), seed, err);
}

static void say_left(const Quiz *q) {
    Buf out = {0};
    int n = count_answers(q);
    const char *text =
        n == 0 ? "You left before the first answer. Nothing is recorded."
               : arena_fmt(&q->a->arena,
                           "You left with %d of %d answered. Nothing is "
                           "recorded, and your answers are kept: `%s` goes on.",
                           n, q->sheet.n, app_command(q->a, "quiz", q->ex));
    term_wrap(&q->a->term, &out, 0, text);
    app_print(&out);
}

static bool quiz_run(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1] = {NULL}, *answers = NULL;
    bool no_record = false;
    int n;
    const Opt opts[] = {
        {"--answers", &answers, NULL}, {"--no-record", NULL, &no_record}, {0}};
    if (!opts_take(&cmd_quiz, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || !has_questions(a, ex, err)) return false;

    Quiz q = {.a = a, .ex = ex};
    if (!open_quiz(&q, answers, err)) return false;
    bool left = !answers && !ask_all(&q);
    const char *file = work_file(a, ex);
    if (!write_sheet(&q, file, err) ||
        !set_left(&q, left && count_answers(&q) > 0, err))
        return false;
    if (left && !a->json) {
        say_left(&q);
        *status = 1;
        return true;
    }
    if (!answers && !a->json) putchar('\n');
    return check_paper(a, ex, file, no_record || left, status, err);
}

const Cmd cmd_quiz = {
    .name = "quiz",
    .args = "[EXERCISE] [--answers FILE] [--no-record]",
    .help = "answer a quiz, worksheet or self-assessment here",
    .more =
        "  --answers FILE   read the answers from a filled sheet, or from a "
        "file\n"
        "                   with one line for each question\n"
        "  --no-record      leave no attempt in the record\n\n"
        "A quiz comes in a new order each time, and passes when every answer "
        "is right.\nEnter skips a question, and q leaves: nothing is recorded "
        "then, and kata quiz\ngoes on with what is open the next time.\n"
        "Your answers are kept in work/ID/ID.md; `kata undo` brings "
        "back what was there\nbefore.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = quiz_run,
};
