// A sheet as Markdown, and the answers taken out of it again.
//
//   # Shapes and strides
//
//   <!-- kata sheet shapes-strides 3f2a91c07b: leave this line as it is -->
//
//   ## 1. Strides after a permutation
//
//   A contiguous tensor ...
//
//   answer (3 values, in elements): 30, 6, 1
#include "paper/profile.h"
#include "paper/sheet.h"

#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "<!-- kata sheet ";

// Adds the text in the brackets after "answer".
static void add_form(const Drawn *d, Buf *out) {
    const Question *q = d->q;
    const char *unit = q->unit ? q->unit : "";
    switch (q->kind) {
    case ASK_NUMBER:
        if (d->nwant > 1)
            buf_fmt(out, " (%d values%s%s)", d->nwant, *unit ? ", in " : "",
                    unit);
        else if (*unit)
            buf_fmt(out, " (in %s)", unit);
        break;
    case ASK_WORD:
        buf_str(out, " (");
        for (int i = 0; i < q->nwords; i++)
            buf_fmt(out, "%s%s",
                    i == 0              ? ""
                    : i + 1 < q->nwords ? ", "
                                        : " or ",
                    q->words[i]);
        buf_str(out, ")");
        break;
    case ASK_ONE: buf_str(out, " (one letter)"); break;
    case ASK_SEVERAL:
        buf_str(out, " (the letters of all that are right)");
        break;
    case ASK_ORDER: buf_str(out, " (all letters, in order)"); break;
    case ASK_RATE:
        buf_fmt(out, " (%d to %d, then a sentence)", q->lo, q->hi);
        break;
    case ASK_YES_NO: buf_str(out, " (yes or no, then a sentence)"); break;
    }
}

// Numbers differ in length, so a paragraph is filled again. Code, lists and
// tables stay as they are.
static void add_text(const char *text, Buf *out) {
    enum { WIDTH = 79 };
    Str rest = str_trim(str_of(text)), line, word;
    size_t column = 0;
    bool code = false;
    while (str_cut(&rest, '\n', &line)) {
        bool fence = line.n >= 3 && !strncmp(line.p, "```", 3);
        code ^= fence;
        if (code || fence || !line.n || strchr(" -|", *line.p)) {
            if (column) buf_char(out, '\n');
            buf_add(out, line.p, line.n);
            buf_char(out, '\n');
            column = 0;
            continue;
        }
        while (str_cut(&line, ' ', &word)) {
            if (!word.n) continue;
            bool fits = column + 1 + word.n <= WIDTH;
            if (column) buf_char(out, fits ? ' ' : '\n');
            column = column && fits ? column + 1 + word.n : word.n;
            buf_add(out, word.p, word.n);
        }
    }
    if (column) buf_char(out, '\n');
}

void sheet_print_question(const Drawn *d, Buf *out) {
    const Question *q = d->q;
    add_text(d->ask, out);
    if (out->len && out->data[out->len - 1] != '\n') buf_char(out, '\n');
    if (q->noptions) buf_char(out, '\n');
    for (int i = 0; i < q->noptions; i++)
        buf_fmt(out, "- %c) %s\n", sheet_letter(i),
                q->options[d->shown[i]].text);
    buf_str(out, "\nanswer");
    add_form(d, out);
    buf_str(out, ":");
}

static bool asks_numbers(const Sheet *s) {
    bool asks = false;
    for (int i = 0; i < s->n; i++)
        asks |= s->at[i].q->kind == ASK_NUMBER;
    return asks;
}

void sheet_print(const Sheet *s, const char *const *answers, Buf *out) {
    buf_fmt(out, "# %s\n\n", s->ex->title);
    buf_fmt(out, "%s%s %llx: leave this line as it is -->\n\n", mark, s->ex->id,
            (unsigned long long)s->seed);
    buf_str(out, "Write each answer after its `answer:`.");
    if (asks_numbers(s))
        buf_str(out, " 16,777,216, 2^24, 3/4, 13 + 4*72, 64 KiB and 75 %\nare "
                     "all understood.");
    buf_char(out, '\n');
    if (s->ex->kind == KIND_PROFILE) {
        buf_char(out, '\n');
        profile_print(s->ex, s->seed, out);
    }
    for (int i = 0; i < s->n; i++) {
        const Drawn *d = &s->at[i];
        buf_fmt(out, "\n## %d.%s%s\n\n", d->number, *d->title ? " " : "",
                d->title);
        sheet_print_question(d, out);
        buf_fmt(out, " %s\n", answers && answers[i] ? answers[i] : "");
    }
}

// ---- the right answer

static void add_letters(const Drawn *d, Buf *out) {
    const Question *q = d->q;
    for (int k = 0, n = 0; k < q->noptions; k++)
        for (int i = 0; i < q->noptions; i++) {
            // In order for ASK_ORDER, as shown for the others.
            bool here = q->kind == ASK_ORDER
                            ? d->shown[i] == k
                            : i == k && q->options[d->shown[i]].right;
            if (here) buf_fmt(out, "%s%c", n++ ? ", " : "", sheet_letter(i));
        }
}

char *sheet_answer(Arena *a, const Drawn *d) {
    const Question *q = d->q;
    Buf out = {0};
    if (q->kind == ASK_WORD) {
        buf_str(&out, q->words[d->word]);
    } else if (q->kind == ASK_RATE || q->kind == ASK_YES_NO) {
        if (q->kind == ASK_YES_NO) buf_str(&out, "yes");
        if (q->kind == ASK_RATE) buf_fmt(&out, "%d", q->hi);
        buf_str(&out, ", because I did it twice this week");
    } else if (q->kind == ASK_NUMBER) {
        for (int i = 0; i < d->nwant; i++)
            buf_fmt(&out, "%s%s", i ? ", " : "", sheet_number(a, d->want[i]));
        if (q->unit && d->nwant == 1) buf_fmt(&out, " %s", q->unit);
    } else {
        add_letters(d, &out);
    }
    char *text = arena_strn(a, buf_text(&out), out.len);
    buf_free(&out);
    return text;
}

// ---- reading a filled sheet

// "## 12. Title" is 12; anything else 0.
static int heading_number(Str line) {
    size_t i = 0;
    while (i < line.n && line.p[i] == '#')
        i++;
    if (i == 0 || i == line.n) return 0;
    Str rest = str_trim((Str){line.p + i, line.n - i});
    int number = 0;
    for (i = 0; i < rest.n && i < 4 && isdigit((unsigned char)rest.p[i]); i++)
        number = number * 10 + rest.p[i] - '0';
    return number;
}

// Returns the text after "answer (...):", or false.
static bool answer_line(Str line, Str *out) {
    static const char word[] = "answer";
    Str s = str_trim(line);
    while (s.n && strchr("*_`>- ", *s.p)) // answer: in bold is one too
        s = (Str){s.p + 1, s.n - 1};
    if (s.n < sizeof word || strncasecmp(s.p, word, sizeof word - 1) != 0)
        return false;
    s = (Str){s.p + sizeof word - 1, s.n - sizeof word + 1};
    while (s.n && *s.p == ' ')
        s = (Str){s.p + 1, s.n - 1};
    if (s.n && *s.p == '(') { // the form may itself hold no ')'
        const char *close = memchr(s.p, ')', s.n);
        if (!close) return false;
        s = (Str){close + 1, (size_t)(s.p + s.n - close) - 1};
    }
    while (s.n && strchr("*_ ", *s.p))
        s = (Str){s.p + 1, s.n - 1};
    if (!s.n || *s.p != ':') return false;
    *out = str_trim((Str){s.p + 1, s.n - 1});
    while (out->n && strchr("*_ ", *out->p))
        *out = (Str){out->p + 1, out->n - 1};
    return true;
}

static uint64_t mark_seed(const char *text) {
    const char *at = strstr(text, mark);
    if (!at) return 0;
    at += sizeof mark - 1;
    at += strcspn(at, " \n");
    return strtoull(at, NULL, 16);
}

// The answers in the lines of a filled sheet. An answer line without an answer
// takes nothing back.
typedef struct Taken {
    char **answer;
    bool *twice; // answered again, in another way
    int n, number;
    bool open; // further lines belong to the answer
} Taken;

static void begin_answer(Arena *a, Taken *t, Str said, char **before) {
    char **to = &t->answer[t->number - 1];
    if (**to) before[t->number - 1] = *to;
    *to = arena_strn(a, said.p, said.n);
    t->open = true;
}

static void end_answers(Taken *t, char *const *before) {
    for (int i = 0; i < t->n; i++) {
        if (!before[i]) continue;
        if (!*t->answer[i]) t->answer[i] = before[i];
        t->twice[i] = strcmp(t->answer[i], before[i]) != 0;
    }
}

// Further lines, up to an empty one, belong to the answer.
static Taken take_answers(Arena *a, const char *text, int n) {
    Taken t = {.answer = arena_array(a, char *, (size_t)n),
               .twice = arena_array(a, bool, (size_t)n),
               .n = n};
    char **before = arena_array(a, char *, (size_t)n);
    Str rest = str_of(text), line, said;
    for (int i = 0; i < n; i++)
        t.answer[i] = arena_str(a, "");
    while (str_cut(&rest, '\n', &line)) {
        int heading = heading_number(line);
        Str s = str_trim(line);
        char **to = t.open ? &t.answer[t.number - 1] : NULL;
        if (heading) {
            t.number = heading;
            t.open = false;
        } else if (answer_line(line, &said) && t.number >= 1 && t.number <= n) {
            begin_answer(a, &t, said, before);
        } else if (to && s.n) {
            *to = arena_fmt(a, "%s%s%.*s", *to, **to ? " " : "", (int)s.n, s.p);
        } else if (to && **to) {
            t.open = false; // an empty line right after "answer:" is none
        }
    }
    end_answers(&t, before);
    return t;
}

char **sheet_answers(Arena *a, const char *text, int n, uint64_t *seed) {
    *seed = mark_seed(text);
    return take_answers(a, text, n).answer;
}

bool *sheet_answered_twice(Arena *a, const char *text, int n) {
    return take_answers(a, text, n).twice;
}
