// The output of compute-sanitizer: memcheck, racecheck, initcheck.
//
//   ========= Invalid __global__ write of size 4 bytes
//   =========     at shift(const float *)+0x90 in bugs.cu:8
//   =========     by thread (123,0,0) in block (6,0,0)
//
//   ========= Error: Potential RAW hazard detected at __shared__ 0x0 in block
//             (0,0,0) :
//   =========     Write Thread (64,0,0) at reverse(float *)+0x80 in bugs.cu:13
//   =========     Read Thread (63,0,0) at reverse(float *)+0xa0 in bugs.cu:14
#include "paper/export_row.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "========= ";

// The kernel and the line of "... at NAME(...)+0x90 in FILE:LINE".
static int take_place(Arena *a, const char *line, ExportRow *row) {
    const char *at = strstr(line, "at "), *colon = strrchr(line, ':');
    if (!at) return 0;
    row->name = export_kernel_name(a, at + strlen("at "));
    long v = colon ? strtol(colon + 1, NULL, 10) : 0;
    return v > 0 && v < 1000000 ? (int)v : 0;
}

static void take_extent(const char *line, const char *word, long out[3]) {
    const char *at = strstr(line, word);
    if (at) export_extent(at + strlen(word), out);
}

static void take_detail(Arena *a, const char *line, ExportRow *row) {
    line += strspn(line, " ");
    if (str_starts(line, "at ")) {
        row->line = take_place(a, line, row);
    } else if (str_starts(line, "by thread ")) {
        take_extent(line, "by thread ", row->block);
        take_extent(line, "in block ", row->grid);
    } else if (str_starts(line, "Read Thread ")) {
        row->line = take_place(a, line, row);
        take_extent(line, "Read Thread ", row->block);
    } else if (str_starts(line, "Write Thread ")) {
        row->other = take_place(a, line, row);
    }
}

static bool find_kind(const char *line, RowKind *kind) {
    if (str_starts(line, "Invalid __global__ "))
        *kind = ROW_BOUNDS;
    else if (str_starts(line, "Uninitialized __global__ "))
        *kind = ROW_INIT;
    else if (strstr(line, " hazard detected at __shared__ "))
        *kind = ROW_RACE;
    else
        return false;
    return true;
}

// "ERROR SUMMARY: 2 errors", "RACECHECK SUMMARY: 100 hazards displayed (...)"
static void take_headline(const char *line, Export *out) {
    static const char title[] = "COMPUTE-SANITIZER", sum[] = " SUMMARY: ";
    const char *at = strstr(line, sum);
    long v = at ? strtol(at + sizeof sum - 1, NULL, 10) : 0;
    out->reports += str_starts(line, title);
    if (v > 0 && v < 1000000000) out->summed += v;
}

bool export_sanitizer(Arena *a, const char *text, Export *out, char why[200]) {
    ExportRow *row = NULL;
    Str rest = str_of(text), part;
    out->kind = EXPORT_FAULTS;
    out->tool = "compute-sanitizer";
    while (str_cut(&rest, '\n', &part)) {
        const char *line = arena_strn(a, part.p, part.n);
        if (!str_starts(line, mark)) continue;
        const char *at = line + sizeof mark - 1;
        RowKind kind;
        if (*at == ' ') {
            if (row) take_detail(a, at, row);
            continue;
        }
        row = NULL; // a headline, of a mistake or of something else
        take_headline(at, out);
        if (!find_kind(at, &kind)) continue;
        row = export_row(a, out);
        if (!row)
            return snprintf(why, 200, "it tells of more than %d mistakes",
                            EXPORT_ROWS),
                   false;
        row->kind = kind;
        take_extent(at, "in block ", row->grid);
    }
    return true;
}
