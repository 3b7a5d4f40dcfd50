// A sheet: the questions of an exercise with numbers drawn for one learner.
//
// The same seed always draws the same sheet; every question has a stream of its
// own, so that an author who adds one changes no other.
#ifndef PAPER_SHEET_H
#define PAPER_SHEET_H

#include "paper/answer.h"
#include "paper/paper.h"

typedef struct Slip { // a mistake of the question, with its numbers
    const char *id, *say;
    double value[ANSWER_MOST];
} Slip;

typedef struct Drawn {
    const Question *q;
    int number;      // from 1
    const char *key; // its name in the record: the question's id, "-2" ...
    const char *title, *ask, *method, *look; // look may be NULL
    double want[ANSWER_MOST];
    int nwant;
    bool whole; // every value is a whole number
    int word;   // ASK_WORD: which one
    int *shown; // options in the order in which they are printed
    Slip *slips;
    int nslips;
} Drawn;

typedef struct Sheet {
    const Exercise *ex;
    uint64_t seed;
    Drawn *at;
    int n;
} Sheet;

// Draws. False, with the question's place, if an expression has no value.
bool sheet_draw(Arena *a, const Exercise *ex, uint64_t seed, Sheet *out,
                Err *err);
// The same with names that have a value already: those of a profile. Without
// them, a sheet of kind profile has its questions and no answers.
bool sheet_draw_given(Arena *a, const Exercise *ex, uint64_t seed,
                      const Env *given, Sheet *out, Err *err);
// The sheet as the Markdown that is handed out, with the answers filled in if
// they are given (n of them; NULL ones stay open).
void sheet_print(const Sheet *s, const char *const *answers, Buf *out);
// One question as it is printed: text, options, and what to write.
void sheet_print_question(const Drawn *d, Buf *out);
// The right answer as one would write it: "(30, 6, 1)", "b", "yes", "384 KiB".
char *sheet_answer(Arena *a, const Drawn *d);

// Takes the answers out of a filled sheet: n texts, "" where there is none.
// *seed receives the sheet's own, 0 if its line is gone.
char **sheet_answers(Arena *a, const char *text, int n, uint64_t *seed);
// Which of n questions the text answers again, in another way.
bool *sheet_answered_twice(Arena *a, const char *text, int n);
// Judges one answer. The row's texts live in a.
void sheet_judge(Arena *a, const Drawn *d, const char *answer, PaperRow *row);

// ---- shared by the files of paper/
// The stream of random numbers of that name on that sheet.
void sheet_stream(Rng *rng, uint64_t seed, const char *key);
// The letter of the i-th option shown: 'a' ...
static inline char sheet_letter(int i) {
    return (char)('a' + i);
}
// A number as short as tells it: whole ones in full.
char *sheet_number(Arena *a, double v);

#endif
