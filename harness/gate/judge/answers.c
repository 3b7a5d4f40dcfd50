// Answers against their questions; see answers.h.
#include "gate/judge/answers.h"

#include "plan/answers.h"

// A wrong answer tells why it is wrong, and never which one is right.
static AnswerOutcome judge(Arena *a, const Question *q, const char *mark,
                           Str source) {
    Str text;
    int found = answer_find(source, q->id, &text);
    const Option *option = answer_option(q, text);
    AnswerOutcome o = {.question = q, .verdict = VERDICT_FAIL};
    if (text.n) o.given = arena_strn(a, text.p, text.n);
    if (found > 1) {
        o.why = arena_fmt(a, "it is there %d times. Keep one line `%s %s:`",
                          found, mark, q->id);
    } else if (!text.n) {
        o.why = arena_fmt(a, "no answer yet. Write `%s %s:` and one of %s",
                          mark, q->id, answer_words(a, q));
    } else if (!option) {
        o.why = arena_fmt(a, "'%s' is none of the answers. Write one of %s",
                          o.given, answer_words(a, q));
    } else if (!option->right) {
        o.why = arena_fmt(a, "%s is not right. %s", o.given, option->why);
    } else {
        o.verdict = VERDICT_PASS;
        o.why = arena_fmt(a, "%s is right. %s", o.given, option->why);
    }
    return o;
}

AnswerOutcome *answers_judge(Arena *a, const Exercise *ex, Str source) {
    AnswerOutcome *all = arena_array(a, AnswerOutcome, (size_t)ex->nanswers);
    const char *mark = answer_mark(ex);
    for (int i = 0; i < ex->nanswers; i++)
        all[i] = judge(a, &ex->answers[i], mark, source);
    return all;
}
