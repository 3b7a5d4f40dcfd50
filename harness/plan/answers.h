// Answers in a source file: what a learner found out about the code, beside the
// code itself.
//
//   answers:                          // line: C
//     - id: line                      // cause: early-read
//       ask: Which line is wrong?
//       options: [...]
//
// Each question has options of one word, one of them right. The learner writes
// the word in a comment that begins with the question's id.
#ifndef PLAN_ANSWERS_H
#define PLAN_ANSWERS_H

#include "base/str.h"
#include "plan/paper.h"

// Finds the comment lines `// id: ...` of a source. Returns how many there are;
// *text receives what the first one says, without spaces around it.
int answer_find(Str source, const char *id, Str *text);

// Returns the option that the text names, in any case of letters, or NULL.
const Option *answer_option(const Question *q, Str text);

// What begins a comment in the exercise's language: "//" or "#".
const char *answer_mark(const Exercise *ex);

// The options in a line: "A, B, C".
char *answer_words(Arena *a, const Question *q);

#endif
