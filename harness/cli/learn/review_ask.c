// The questions of a review, one by one: each is judged and kept at once, so
// that whoever stops half way has lost nothing.
#include "cli/learn/review_ask.h"

#include "base/day.h"
#include "base/rng.h"
#include "paper/sheet.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The question with numbers, or an order, of its own.
static bool draw_question(App *a, const Review *card, Drawn *out, Err *err) {
    Sheet s;
    if (!sheet_draw(&a->arena, card->ex, rng_entropy() | 1, &s, err))
        return false;
    for (int i = 0; i < s.n; i++)
        if (!strcmp(s.at[i].key, card->question->id)) {
            *out = s.at[i];
            return true;
        }
    return err_set(err, ERR_INPUT, "%s has no question '%s'", card->ex->id,
                   card->question->id);
}

static void put_question(App *a, const Review *card, const Drawn *d, int i,
                         int n) {
    Buf out = {0};
    buf_str(&out, i ? "\n" : "");
    term_ink(&a->term, &out, INK_BOLD, "%d of %d  %s\n\n", i + 1, n, card->key);
    sheet_print_question(d, &out);
    buf_char(&out, ' ');
    // With --json nothing else goes to stdout.
    fputs(buf_text(&out), a->json ? stderr : stdout);
    fflush(stdout);
    buf_free(&out);
}

static void put_verdict(App *a, const Drawn *d, const PaperRow *row,
                        bool right) {
    Buf out = {0};
    if (!isatty(STDIN_FILENO)) buf_char(&out, '\n');
    term_ink(&a->term, &out, right ? INK_GOOD : INK_BAD, "%s",
             right ? "right" : "WRONG");
    buf_str(&out, "\n");
    if (*row->why) term_wrap(&a->term, &out, 2, row->why);
    if (!right) {
        term_wrap(
            &a->term, &out, 2,
            arena_fmt(&a->arena, "Right is: %s", sheet_answer(&a->arena, d)));
        if (row->method) term_wrap(&a->term, &out, 2, row->method);
    }
    app_print(&out);
}

// An answer that cannot be read is asked for again: it says nothing of what is
// remembered. Returns false at the end of the input.
static bool hear_answer(App *a, const Drawn *d, PaperRow *row, bool *open) {
    char *line = NULL;
    while (app_read_line(a, stdin, &line)) {
        *row = (PaperRow){.why = "", .kind = ""};
        *open = !*line; // it stays due
        if (*open) return true;
        sheet_judge(&a->arena, d, line, row);
        if (strcmp(row->kind, "unreadable") != 0) return true;
        fprintf(a->json ? stderr : stdout,
                "%s: once more?\nanswer: ", row->why);
        fflush(stdout);
    }
    return false;
}

bool review_ask(App *a, const Review *cards, int n, Asked *out, Err *err) {
    *out = (Asked){.n = 0};
    for (int i = 0; i < n; i++) {
        Drawn d;
        PaperRow row;
        bool open;
        if (!draw_question(a, &cards[i], &d, err)) return false;
        put_question(a, &cards[i], &d, i, n);
        if (!hear_answer(a, &d, &row, &open)) {
            if (!a->json) putchar('\n');
            break;
        }
        if (open) continue;
        bool right = row.verdict == VERDICT_PASS;
        if (!a->json) put_verdict(a, &d, &row, right);
        if (!review_answered(a, &cards[i], right, err)) return false;
        out->nright += right;
        out->n++;
    }
    return true;
}
