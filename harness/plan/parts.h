// Shared by the files that read an exercise.
//
//   exercise.c   the keys of exercise.yaml, in order of dependence
//   entry.c      the C declaration behind entry:
//   args.c       args: and fills
//   cases.c      cases:, measure:, sweep:, and whether every name has a value
//   gates.c      compare:, gates:, medals:
//   paper.c      questions:, parts:, checks: ... of kinds without a kernel
//   question.c   one question of those
//   tables.c     tables: and figures: of a report
//   answers.c    answers: questions that a file of code answers
//   track.c      tracks, which may set gates of their own
//   plan.c       all of them
#ifndef PLAN_PARTS_H
#define PLAN_PARTS_H

#include "plan/plan.h"
#include "plan/read.h"

// The YAML of an exercise while it is read. The nodes may be NULL.
typedef struct Draft {
    Exercise *ex;
    bool has_entry; // its kind has an entry point
    const Node *root, *entry, *functions, *args, *cases, *compare, *measure,
        *sweep, *gates, *medals, *answers;
    // Of kinds without a kernel.
    const Node *questions, *pass, *parts, *words, *cite, *pictures, *checks,
        *repository, *program, *arguments, *export, *tables, *figures;
} Draft;

// Reads an exercise from its YAML; path says who it is.
Exercise *exercise_parse(Arena *a, const char *path, const Node *root,
                         Err *err);

// As exercise_load; cache may be NULL.
struct YamlCache;
Exercise *exercise_load_cached(struct YamlCache *cache, Arena *a,
                               const char *path, Err *err);

// entry = "void" name "(" param ("," param)* ")" ";"?
// Fills ex->entry, entry_decl and args from the declaration.
bool entry_parse(Arena *a, const char *decl, Loc loc, Exercise *ex, Err *err);
// Returns the element type of a C type spelled in words ("unsigned int"), or
// ELEM_COUNT with advice in *hint.
ElemType elem_find(const char *words, const char **hint);

// Reads machine: words of needs.def, as bits.
unsigned machines_read(Read *r, const Node *n);

void args_read(Read *r, Draft *d);
bool fill_read(Read *r, const Node *n, const Arg *arg, Fill *out);

void cases_read(Read *r, Draft *d);
void measure_read(Read *r, Draft *d);
// Sizes of measure: after it.
void sweep_read(Read *r, Draft *d);
// Reports names without a value, and sizes that cannot be.
void cases_check(Read *r, Draft *d);

void compare_read(Read *r, Draft *d);
void gates_read(Read *r, Draft *d);
void medals_read(Read *r, Draft *d);
// Reads `{bandwidth: 90%}`: bars for gates that the exercise has.
void gates_read_short(Read *r, const Node *map, const Exercise *ex, Gate **out,
                      int *n);
// Reads one question of a sheet; number counts from 1.
struct Question;
bool question_read(Read *r, const Node *n, int number, struct Question *out);

void answers_read(Read *r, Draft *d);

// Reads a list of full gates.
void gates_read_list(Read *r, const Node *list, const Exercise *ex, Gate **out,
                     int *n);

// Loads a track from its .yaml (or a folder's track.yaml and phases). Items of
// exercises in broken (set: their own errors are told already) are left out.
Track *track_load(Plan *p, const char *id, const char *path, const Map *broken,
                  Err *err);

// Kinds without a kernel: whether k is one, and their keys (paper.c).
bool paper_is_kind(Kind k);
void paper_read(Read *r, Draft *d);
// tables: and figures: of a report (tables.c).
struct Paper;
void tables_read(Read *r, const Draft *d, struct Paper *p);
// mistakes: a list of wrong values, each with what it tells (question.c).
struct Mistake;
struct Mistake *mistakes_read(Read *r, const Node *n, int *count);

// The lists of other modules, for lint and for advice: hints' `when`.
bool word_is_when(const char *word);
bool word_is_metric(const char *word);
bool word_is_trap(const char *word);
bool word_is_pattern(const char *word);
// All of them, for the nearest; *n receives how many.
const char *const *words_of_when(int *n);
const char *const *words_of_metrics(int *n);
const char *const *words_of_traps(int *n);
const char *const *words_of_patterns(int *n);

#endif
