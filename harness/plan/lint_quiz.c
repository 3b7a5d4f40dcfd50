// A quiz must not be passed by its looks: an author explains the right option
// more carefully than the wrong ones, and so makes it the longest.
#include "plan/lint_parts.h"

#include "plan/paper.h"

#include <string.h>

// The longest option is right. A tie counts: it is as easy to see.
static bool right_is_longest(const Question *q) {
    size_t longest[2] = {0};
    for (int i = 0; i < q->noptions; i++) {
        size_t *most = &longest[q->options[i].right];
        size_t n = strlen(q->options[i].text);
        if (n > *most) *most = n;
    }
    return longest[true] >= longest[false];
}

// A single question shows no habit, so one may always have it.
void lint_lengths(Lint *l, const Exercise *ex) {
    enum { MOST = 40 }; // percent; far below the 80 that pass
    int asked = 0, longest = 0;
    for (int i = 0; i < ex->paper->nquestions; i++) {
        const Question *q = &ex->paper->questions[i];
        if (q->kind != ASK_ONE && q->kind != ASK_SEVERAL) continue;
        asked++;
        longest += right_is_longest(q);
    }
    if (longest <= 1 || longest * 100 <= asked * MOST) return;
    lint_find(l->out, ex->loc, true,
              "the right option is the longest in %d of %d questions", longest,
              asked);
    lint_advise(l->out,
                "at most %d %%: shorten it, or say the wrong ones as precisely",
                MOST);
}
