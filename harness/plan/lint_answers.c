// kata lint: the questions that a file of code answers (answers:).
//
//   the stub has one empty line `// id:` for each question
//   it holds every option: a capital letter is the label of a line, /* A */ or,
//   in Python, # A at its end
//   every option says why it is right or wrong
//   a mutant shows that each answer is judged, and names only those there are
#include "base/vec.h"
#include "plan/answers.h"
#include "plan/lint_parts.h"
#include "plan/mutant.h"

#include <ctype.h>
#include <string.h>

#define find(l, ...)   lint_find((l)->out, __VA_ARGS__)
#define advise(l, ...) lint_advise((l)->out, __VA_ARGS__)

static int count_text(const char *text, const char *part) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

// The number of lines that end with the label.
static int count_ends(const char *text, const char *label) {
    int n = 0;
    Str rest = str_of(text), line;
    while (str_cut(&rest, '\n', &line)) {
        size_t k = strlen(label);
        line = str_trim(line);
        n += line.n > k && !memcmp(line.p + line.n - k, label, k);
    }
    return n;
}

static bool is_label(const char *option) {
    return isupper((unsigned char)option[0]) && !option[1];
}

static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static bool names(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += n)
        if ((at == text || !is_of_word(at[-1])) && !is_of_word(at[n]))
            return true;
    return false;
}

static void check_label(Lint *l, const Question *q, const char *stub,
                        const char *mark, const char *option) {
    bool python = *mark == '#';
    char *label = arena_fmt(&l->a, python ? "# %s" : "/* %s */", option);
    int n = python ? count_ends(stub, label) : count_text(stub, label);
    if (n == 1) return;
    find(l, q->loc, true, "the stub has %d lines with the label %s", n, label);
    advise(l, "each answer of '%s' is the label of one line", q->id);
}

static void check_option(Lint *l, const Question *q, const char *stub,
                         const char *mark, const char *option) {
    if (is_label(option)) {
        check_label(l, q, stub, mark, option);
    } else if (!names(stub, option)) {
        find(l, q->loc, true, "the stub does not name the answer '%s'", option);
        advise(l, "list the answers above `%s %s:`, with what they mean", mark,
               q->id);
    }
}

static void check_stub(Lint *l, const Question *q, const char *stub,
                       const char *mark) {
    Str text;
    int n = answer_find(str_of(stub), q->id, &text);
    if (n != 1) {
        find(l, q->loc, true, "the stub has %d lines `%s %s:`", n, mark, q->id);
        advise(l, "one, where the learner writes the answer");
    } else if (text.n) {
        find(l, q->loc, true, "the stub answers '%s' itself", q->id);
        advise(l, "leave nothing after `%s %s:`", mark, q->id);
    }
    for (int i = 0; i < q->noptions; i++)
        check_option(l, q, stub, mark, q->options[i].text);
}

static const Question *find_answer(const Exercise *ex, const char *id) {
    for (int i = 0; i < ex->nanswers; i++)
        if (!strcmp(ex->answers[i].id, id)) return &ex->answers[i];
    return NULL;
}

// Marks the questions that the mutant answers wrongly.
static void check_mutant(Lint *l, const Exercise *ex, const char *path,
                         bool *shown) {
    MutantReason m;
    Err ignored = {0}; // told elsewhere
    bool ok = mutant_reason(path, &l->a, &m, &ignored);
    err_clear(&ignored);
    for (int i = 0; ok && i < m.nways; i++) {
        if (m.ways[i].kind != WAY_ANSWER) continue;
        const Question *q = find_answer(ex, m.ways[i].what);
        if (q) {
            shown[q - ex->answers] = true;
            continue;
        }
        find(l, ex->loc, true, "%s:1: there is no answer '%s'", path,
             m.ways[i].what);
        advise(l, "it is an id of answers: in exercise.yaml");
    }
}

void lint_answers(Lint *l, const Exercise *ex) {
    bool *shown = arena_array(&l->a, bool, (size_t)ex->nanswers + 1);
    for (char **m = mutant_list(&l->a, ex, NULL); *m; m++)
        check_mutant(l, ex, *m, shown);
    const char *path = arena_fmt(&l->a, "%s/%s", ex->dir, ex->file);
    const char *stub = ex->nanswers ? lint_text(l, path) : NULL;
    const char *mark = answer_mark(ex);
    for (int i = 0; i < ex->nanswers; i++) {
        const Question *q = &ex->answers[i];
        if (stub) check_stub(l, q, stub, mark);
        for (int k = 0; k < q->noptions; k++)
            lint_why(l, q, &q->options[k]);
        if (shown[i]) continue;
        find(l, q->loc, true, "no mutant answers '%s' wrongly", q->id);
        advise(l,
               "the solution with a wrong answer: %s rejected by: answer "
               "%s (why it is wrong)",
               mark, q->id);
    }
}
