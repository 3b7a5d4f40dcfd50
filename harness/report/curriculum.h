// Screens of what there is to learn: the bank, and what the syllabi rest on.
#ifndef REPORT_CURRICULUM_H
#define REPORT_CURRICULUM_H

#include "plan/coverage.h"
#include "report/term.h"
#include "store/store.h"

typedef struct Done { // what the record has
    const Progress *rows;
    int nrows;
} Done;
// The bank: every topic (one is NULL), or that topic.
void report_bank(const Term *t, const Plan *p, const Topic *one,
                 const Done *done, Buf *out);
void report_bank_json(const Plan *p, const Topic *one, Buf *out);
// All that is known of one exercise that is announced.
void report_planned(const Term *t, const Plan *p, const Planned *planned,
                    Buf *out);
// "gpu, tensor-cores"
char *report_machines(Arena *a, unsigned machines);

// One row for each track, and the sum.
void report_coverage(const Term *t, const Plan *p, const Coverage *c, Buf *out);
// Every line of one track, with what answers it.
void report_coverage_lines(const Term *t, const Coverage *c, const Track *one,
                           Buf *out);
// lines too if one is not NULL.
void report_coverage_json(const Plan *p, const Coverage *c, const Track *one,
                          const Findings *f, Buf *out);

#endif
