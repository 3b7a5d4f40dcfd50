// The syntax errors of libyaml, in an author's words.
#ifndef PLAN_YAML_WORDS_H
#define PLAN_YAML_WORDS_H

#include "base/str.h"
#include "plan/yaml.h"

typedef struct YamlProblem {
    const char *what, *while_; // libyaml's words; while_ may be NULL
    int line, col;             // where it stopped, from 1
    int from_line, from_col;   // where what it was reading began; line 0: none
    size_t offset;             // of a byte that is no UTF-8; SIZE_MAX: not that
    int quote_from, quote_to;  // lines of the last quoted text that had several
} YamlProblem;

// Adds one error for the problem, with source line and hint.
void yaml_say_problem(const YamlProblem *p, const char *file,
                      const YamlText *of, Err *err);

// Returns the text of a line (from 1), without its end; empty if there is none.
Str yaml_line(const YamlText *of, int line);

#endif
