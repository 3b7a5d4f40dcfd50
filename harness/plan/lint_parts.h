// Shared by the files of kata lint.
//
//   lint.c          exercises: files, prose, hints, mutants
//   lint_find.c     findings, and the text of files
//   lint_brief.c    a brief against its YAML
//   lint_answers.c  questions that the file answers
//   lint_quiz.c     quizzes that their options' lengths give away
//   lint_sizes.c    sizes that no case has large
//   lint_shares.c   lines of the syllabi that two exercises cover
//   lint_needs.c    prerequisites, of what exists and what is announced
//   lint_tracks.c   tracks and the bank
//   coverage.c      the lines of the syllabi (kata lint --coverage)
#ifndef PLAN_LINT_PARTS_H
#define PLAN_LINT_PARTS_H

#include "plan/lint.h"

typedef struct Lint {
    const Plan *p;
    Arena a;    // for one exercise at a time; never for what a Finding keeps
    Map covers; // ids of the syllabus
    bool has_tsv;
    Findings *out;
} Lint;

// Adds a finding; lint_advise says what to do about the one added last.
void lint_find(Findings *out, Loc loc, bool is_error, const char *fmt, ...)
    PRINTF(4, 5);
void lint_advise(Findings *out, const char *fmt, ...) PRINTF(2, 3);

// Returns a file's text in the lint's arena, or NULL.
const char *lint_text(Lint *l, const char *path);
// Finds a word, or a number, with nothing grown to it.
bool lint_holds_word(const char *text, const char *word);
// Reports gates, bounds and sizes that the brief (text) and the YAML do not
// have in common.
void lint_brief(Lint *l, const Exercise *ex, const char *text);
// Reports sizes that no case has large, and that the brief (text) does not end.
void lint_sizes(Lint *l, const Exercise *ex, const char *text);
// Reports answers: that the stub or the mutants do not fit.
void lint_answers(Lint *l, const Exercise *ex);
// Reports an option of a question that says too little about itself.
struct Question;
struct Option;
void lint_why(Lint *l, const struct Question *q, const struct Option *o);
// Reports a quiz whose right options are mostly its longest.
void lint_lengths(Lint *l, const Exercise *ex);
// Reports lines that another exercise with code covers too, without a reason.
void lint_shares(Lint *l, const Exercise *ex);
// Reports the places that `kata new` marked for the author in a file.
void lint_left(Lint *l, Loc loc, const char *path);
// Reports ids that the syllabi do not have.
void lint_covers(Lint *l, Loc loc, const char **covers);
// Reports prerequisites that nothing has, and circles of them.
void lint_needs(Lint *l, Loc loc, const char **needs);
void lint_circles(Lint *l);
void lint_bank(Lint *l);
void lint_track(Lint *l, const Track *t);

#endif
