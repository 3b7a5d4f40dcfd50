// The dashboard for others to see: what was passed, and nothing else.
#ifndef CLI_LEARN_PORTFOLIO_H
#define CLI_LEARN_PORTFOLIO_H

#include "cli/app/app.h"
#include "report/page.h"

// Takes out of a gathered page what is the learner's own: failures, hints,
// days, reviews, what is not passed; and what the sources say of this machine.
// only: "copy,transpose", or NULL: all code that passed. *hidden: how many
// paths and host names were replaced. ERR_USAGE names what is not passed.
bool portfolio_make(App *a, const char *only, Page *p, int *hidden, Err *err);

// The text without paths that begin with one of those, or in somebody's home,
// and without the word host (NULL: none). Exported for its test.
char *portfolio_hide(Arena *a, const char *text, size_t n,
                     const char *const *paths, int npaths, const char *host,
                     int *hidden);

#endif
