// The export of a profiler, as rows: one for each launch, copy, memset
// or mistake.
//
//   kernels   ncu --csv --page raw | kata sim --json
//   timeline  nsys stats -r cuda_gpu_trace -f csv | torch.profiler (Chrome
//             trace) | kata sim --timeline
//   faults    compute-sanitizer | kata sim --json
//
// The format is found by looking at the text. A file may say anything: sizes
// are bounded, and numbers are finite or NaN.
#ifndef PAPER_EXPORT_H
#define PAPER_EXPORT_H

#include "base/arena.h"
#include "plan/paper.h"

enum { EXPORT_ROWS = 4096, EXPORT_BYTES = 16 << 20 };

typedef enum Metric {
#define METRIC(id, ...) METRIC_##id,
#include "paper/export.def"
    METRIC_COUNT,
} Metric;

typedef enum RowKind {
    ROW_KERNEL,
    ROW_COPY_IN,
    ROW_COPY_OUT,
    ROW_COPY, // between devices, or inside of one
    ROW_MEMSET,
    ROW_BOUNDS, // an access past the end
    ROW_RACE,   // two threads, a word of shared memory, no barrier
    ROW_INIT,   // a read of what nothing has written
} RowKind;

typedef struct ExportRow {
    RowKind kind;
    const char *name; // of a kernel, without parameters: "copy"
    // 0: the export does not say. Of a fault, which block and thread.
    long grid[3], block[3];
    int line, other;  // of a fault; of a race: that reads, that writes
    double start, us; // start: NaN without a timeline
    double value[METRIC_COUNT]; // NaN: it does not say
    long stream;                // of a timeline; -1: it does not say
    double mb, mbs; // nsys, of a copy: its size and rate; NaN: it does not say
    long count;     // threads that make this mistake
} ExportRow;

typedef struct Export {
    ExportKind kind;
    const char *tool; // "ncu", "nsys", "trace", "kata sim"
    const char *gpu;  // kata sim: the model's id; "" else
    ExportRow *at;    // of a timeline: by their starts
    int n;
    int reports; // compute-sanitizer: tools that ran
    long summed; // mistakes that they say they found
} Export;

// Reads the text of an export. want: one text may hold several kinds. False:
// why[] says what it is not.
bool export_read(Arena *a, const char *text, size_t n, ExportKind want,
                 Export *out, char why[200]);

// The column or key that an export lacks of a launch of kernels; NULL: none.
const char *export_lacks(const Export *e);

// Its names and their values, for questions (curriculum/README.md).
void export_names(Arena *a, const Export *e, Env *env);

#endif
