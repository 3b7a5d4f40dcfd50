// A table that a program has printed: rows of numbers below a line of comment
// that names the columns.
//
//   # device: NVIDIA H200
//   # ranks: 8
//   # size     time   algbw   busbw
//        8     12.3    0.00    0.00
//
// The output of nccl-tests is such a table, too.
#ifndef PAPER_TABLE_H
#define PAPER_TABLE_H

#include "base/str.h"
#include "plan/paper.h"

enum { TABLE_ROWS = 1000, TABLE_COLUMNS = 32, TABLE_FACTS = 32 };

typedef struct Printed {
    const char *device; // "" if it names none
    const char *column[TABLE_COLUMNS];
    int ncolumns;
    double *cells; // [rows][ncolumns]; NaN: no number
    int rows;
    Var fact[TABLE_FACTS]; // numbers that comments name
    int nfacts;
} Printed;

// Reads the text of a table. False: why[] says what it is not.
bool table_read(Arena *a, Str text, Printed *out, char why[200]);
// The place of a column; -1: there is none.
int table_column(const Printed *t, const char *name);
// A number that the comments name; false: none does.
bool table_fact(const Printed *t, const char *name, double *out);

// Names and values of one row, for rules.
void table_row_names(Arena *a, const Printed *t, int row, Env *env);
// Those of the table, each after `prefix`: rows, its facts, and of each column
// its _first, _last, _min and _max.
void table_names(Arena *a, const Printed *t, const char *prefix, Env *env);

#endif
