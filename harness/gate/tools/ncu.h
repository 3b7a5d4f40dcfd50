// Reading `ncu --csv --page raw`: a row per launch, a column per metric, a row
// of units between the names and the values.
#ifndef GATE_NCU_H
#define GATE_NCU_H

#include "gate/result/result.h"

// "gpu__time_duration.sum,dram__bytes_read.sum,...": for --metrics.
const char *ncu_metrics(Arena *a);
// The launches in what it printed; NULL, *n 0: there is no table in it.
NcuKernel *ncu_read(Arena *a, const char *text, int *n);
// Returns sentences that say why there is no table, with the remedy.
const char *ncu_trouble(Arena *a, const char *text);

#endif
