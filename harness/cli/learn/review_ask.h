// Asking the questions of a review on the terminal, or from a pipe.
#ifndef CLI_LEARN_REVIEW_ASK_H
#define CLI_LEARN_REVIEW_ASK_H

#include "cli/learn/review.h"

typedef struct Asked {
    int n, nright;
} Asked;

// Asks the questions of these n cards and keeps what each has shown, until the
// input ends. An empty line leaves a question open; what cannot be read is
// asked again.
bool review_ask(App *a, const Review *cards, int n, Asked *out, Err *err);

#endif
