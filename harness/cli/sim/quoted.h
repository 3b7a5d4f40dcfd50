// The files of a program that its reports tell of, to quote lines from.
#ifndef CLI_SIM_QUOTED_H
#define CLI_SIM_QUOTED_H

#include "gate/result/result.h"
#include "report/report.h"

typedef struct Quoted {
    SourceText *at; // to be freed with vec_free; the texts are in the arena
    int n, cap;
} Quoted;

// A file that cannot be read has no text.
void quoted_add(Quoted *s, Arena *m, const char *file);
// The files of all places; those that cannot be read are left out.
void quoted_told_of(Quoted *s, Arena *m, const TrapInfo *traps, int n);

#endif
