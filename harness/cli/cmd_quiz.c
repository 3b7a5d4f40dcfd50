// kata quiz: the questions one by one, on the terminal or from a pipe.
//
// Every answer goes into the learner's file, as if it had been edited
// there, and that file is judged: one way to be right, whatever the way in. A
// quiz comes in a new order each time; a worksheet keeps its numbers.
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
#include <unistd.h>

typedef struct Quiz {
    App *a;
    const Exercise *ex;
    Sheet sheet;
    const char **said; // one per question, NULL: none yet
} Quiz;

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

// An answer that is none is asked for again; an empty line leaves it open.
// Returns false at the end of the input.
static bool hear_answer(Quiz *q, const Drawn *d, const char **said) {
    char *line = NULL;
    while (app_read_line(q->a, stdin, &line)) {
        PaperRow row = {.why = "", .kind = ""};
        *said = line;
        if (!*line) return true;
        sheet_judge(&q->a->arena, d, line, &row);
        if (strcmp(row.kind, "unreadable") != 0) {
            put_reason(q, &row);
            return true;
        }
        fprintf(q->a->json ? stderr : stdout,
                "%s: once more?\nanswer: ", row.why);
        fflush(stdout);
    }
    return false;
}

static bool ask_all(Quiz *q) {
    bool more = true;
    for (int i = 0; i < q->sheet.n && more; i++) {
        Buf out = {0};
        const Drawn *d = &q->sheet.at[i];
        buf_fmt(&out, "%s", i ? "\n" : "");
        term_ink(&q->a->term, &out, INK_BOLD, "%d of %d%s%s\n\n", i + 1,
                 q->sheet.n, *d->title ? "  " : "", d->title);
        sheet_print_question(d, &out);
        buf_char(&out, ' ');
        // With --json nothing else goes to stdout.
        fputs(buf_text(&out), q->a->json ? stderr : stdout);
        fflush(stdout);
        buf_free(&out);
        more = hear_answer(q, d, &q->said[i]);
        bool told = more && *q->said[i] && q->ex->kind == KIND_QUIZ;
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
    err_set(err, ERR_USAGE, "'%s' is a %s: it has no questions", ex->id,
            kind_name(ex->kind));
    err_hint(err, n ? "quizzes: %s" : "there is no quiz yet%s",
             buf_text(&names));
    buf_free(&names);
    return false;
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
    uint64_t seed;
    bool fresh = !answers && ex->kind == KIND_QUIZ;
    if (!work_seed(a, ex, fresh, &seed, err) ||
        !sheet_draw(&a->arena, ex, seed, &q.sheet, err))
        return false;
    q.said = arena_array(&a->arena, const char *, (size_t)q.sheet.n);
    if (answers ? !read_file(&q, answers, err) : (ask_all(&q), false))
        return false;
    const char *file = work_file(a, ex);
    if (!write_sheet(&q, file, err)) return false;
    if (!answers && !a->json) putchar('\n');
    return check_paper(a, ex, file, no_record, status, err);
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
        "is right.\nYour answers are kept in work/ID/ID.md; `kata undo` brings "
        "back what was there\nbefore.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = quiz_run,
};
