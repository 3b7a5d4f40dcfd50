// Shared by the files of report/: the row of a screen.
//
//   build     ok       1.4 s, 28 registers per thread, no spills
//   ^2        ^12      ^21
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "base/json.h"
#include "report/report.h"

enum { ROW_STATUS = 12, ROW_TEXT = 21 };

// Appends one row; text is wrapped under itself.
void report_row(const Term *t, Buf *out, const char *name, Ink ink,
                const char *status, const char *text);

// Ends with exactly one empty line, whatever was there before.
void report_gap(Buf *out);

// check_gates.c: the gates and the time of a check.
void report_gates(const Term *t, const CheckResult *r, Buf *out);
void report_timing(const Term *t, const CheckResult *r, Buf *out);
// "bandwidth of copy", "84 %", "at least 80 %".
void report_gate_texts(const GateOutcome *o, Buf *name, Buf *value, Buf *bound);
// Writes the bound of a gate, whatever the device and however far a check came.
void report_gate_bar(const Gate *g, Buf *out);

// explain.c: the source with the cost of every line beside it, and what no line
// costs. time: what the first column is, "time" or "found".
void report_costs(const Term *t, const ExplainView *v, const char *time,
                  Buf *out);
// Says in a few words what a warp's requests of a line cost.
void report_line_cost(const SimCounters *c, Buf *b);
// The lines of the learner's own file that take longest, at most `most`; how
// many. lines: room for them.
int report_longest(const ExplainView *v, const LineCost **lines, int most);

// kernels.c: the columns of its name without parameters, which begins at *name.
int report_kernel_name(const KernelCost *k, const char **name);

// check_json.c: "counters":{...} of the object that is open.
void report_counters_json(Json *j, const SimCounters *c);
// An array of launches.
void report_kernels_put(Json *j, const KernelCost *k, int n);

#endif
