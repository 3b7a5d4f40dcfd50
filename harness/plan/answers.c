// answers: of exercises with a file of code, and where they stand in it.
#include "plan/answers.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

// ---- answers: in exercise.yaml

static bool is_word(const char *s) {
    for (const char *c = s; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_') return false;
    return *s != '\0';
}

// The number of options that the word names.
static int count_named(const Question *q, const char *word) {
    int n = 0;
    for (int i = 0; i < q->noptions; i++)
        n += strcasecmp(q->options[i].text, word) == 0;
    return n;
}

static bool complain(Read *r, const Node *n, const char *msg,
                     const char *hint) {
    node_err(n, r->err, "%s", msg);
    return err_hint(r->err, "%s", hint);
}

static bool check_options(Read *r, const Node *n, const Question *q) {
    for (int i = 0; i < q->noptions; i++) {
        const char *text = q->options[i].text;
        if (!is_word(text))
            return complain(
                r, n, arena_fmt(r->a, "the answer '%s' is not one word", text),
                "letters, digits and '-': the learner types it; why: explains");
        if (count_named(q, text) > 1)
            return complain(r, n, arena_fmt(r->a, "two options are '%s'", text),
                            "each option is a word of its own, in capitals or "
                            "not");
    }
    return true;
}

// An answer is one of the words given: a comment holds no more.
static bool check_answer(Read *r, const Node *n, const Question *q) {
    if (!node_find(n, "id"))
        return complain(r, n, "an answer needs an id",
                        "id: line, and the learner writes `// line: C`");
    if (q->kind != ASK_ONE || q->nvars || q->npicks || q->times > 1)
        return complain(r, n, "an answer is one of options:",
                        "options: one - {right: ..} and the others "
                        "- {wrong: ..}, without draw: or choose:");
    return check_options(r, n, q);
}

static bool is_new(Read *r, const Node *n, const Exercise *ex,
                   const Question *q) {
    for (int i = 0; i < ex->nanswers; i++)
        if (!strcmp(ex->answers[i].id, q->id))
            return complain(
                r, n, arena_fmt(r->a, "there are two answers '%s'", q->id),
                "ids are unique within an exercise");
    return true;
}

void answers_read(Read *r, Draft *d) {
    const Node *n = d->answers;
    if (!n) return;
    Exercise *ex = d->ex;
    if (!d->has_entry) {
        node_err(n, r->err, "answers: are for files in CUDA, C or Python");
        err_hint(r->err, "they are comments there: // line: C");
        return;
    }
    if (!read_is_list(r, n, "answers", "- {id: line, ask: .., options: ..}"))
        return;
    Question *all = arena_array(r->a, Question, (size_t)n->n);
    ex->answers = all;
    for (int i = 0; i < n->n; i++) {
        Question *q = &all[ex->nanswers];
        if (question_read(r, n->at[i], i + 1, q) &&
            check_answer(r, n->at[i], q) && is_new(r, n->at[i], ex, q))
            ex->nanswers++;
    }
}

// ---- in the learner's file

// line = ("//" | "#") id ":" text
static bool is_line_of(Str line, const char *id, Str *text) {
    size_t n = strlen(id);
    Str s = str_trim(line);
    size_t mark = s.n > 0 && *s.p == '#' ? 1 : 2;
    if (s.n < 2 || (mark == 2 && memcmp(s.p, "//", 2) != 0)) return false;
    s = str_trim((Str){s.p + mark, s.n - mark});
    if (s.n <= n || memcmp(s.p, id, n) != 0 || s.p[n] != ':') return false;
    *text = str_trim((Str){s.p + n + 1, s.n - n - 1});
    return true;
}

int answer_find(Str source, const char *id, Str *text) {
    int found = 0;
    Str line, said;
    *text = (Str){"", 0};
    while (str_cut(&source, '\n', &line))
        if (is_line_of(line, id, &said) && found++ == 0) *text = said;
    return found;
}

const Option *answer_option(const Question *q, Str text) {
    for (int i = 0; i < q->noptions; i++) {
        const char *word = q->options[i].text;
        if (strlen(word) == text.n && !strncasecmp(word, text.p, text.n))
            return &q->options[i];
    }
    return NULL;
}

const char *answer_mark(const Exercise *ex) {
    return ex->kind == KIND_PYTHON || ex->kind == KIND_TRITON ? "#" : "//";
}

char *answer_words(Arena *a, const Question *q) {
    char *all = arena_str(a, "");
    for (int i = 0; i < q->noptions; i++)
        all = arena_fmt(a, "%s%s%s", all, i ? ", " : "", q->options[i].text);
    return all;
}
