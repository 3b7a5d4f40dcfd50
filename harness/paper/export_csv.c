// Tables of cells with commas between them: `ncu --csv --page raw` and `nsys
// stats -r cuda_gpu_trace -f csv`. Other programs' lines stand above the table.
#include "paper/export_row.h"

#include "base/buf.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 512 };

typedef struct Line {
    const char *cell[CELLS];
    int n;
} Line;

// Cuts a line; a quoted cell may hold commas, line ends and "" for a quote.
static const char *cut_line(Arena *a, const char *at, Line *line) {
    Buf cell = {0};
    line->n = 0;
    while (*at && *at != '\n') {
        buf_clear(&cell);
        if (*at == '"') {
            for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
                buf_char(&cell, *at);
                at += *at == '"';
            }
            at += *at == '"';
        }
        for (; *at && *at != ',' && *at != '\n'; at++)
            if (*at != '\r') buf_char(&cell, *at);
        if (line->n < CELLS)
            line->cell[line->n++] = arena_strn(a, buf_text(&cell), cell.len);
        at += *at == ',';
    }
    buf_free(&cell);
    return at + (*at == '\n');
}

static int find_column(const Line *head, const char *name) {
    for (int i = 0; i < head->n; i++)
        if (strcmp(head->cell[i], name) == 0) return i;
    return -1;
}

static const char *text_at(const Line *line, int i) {
    return i >= 0 && i < line->n ? line->cell[i] : "";
}

// "17,374,976": commas part thousands.
static double field_number(const Line *line, int i) {
    char plain[64], *end;
    size_t n = 0;
    for (const char *s = text_at(line, i); *s; s++) {
        if (*s == ',') continue;
        if (n + 1 == sizeof plain) return NAN;
        plain[n++] = *s;
    }
    plain[n] = '\0';
    double v = strtod(plain, &end);
    return end == plain || *end || !isfinite(v) || v < 0 ? NAN : v;
}

// ---- ncu

static double unit_factor(const char *unit, bool is_time) {
    static const struct {
        const char *unit;
        double scale;
    } times[] = {{"ns", 1e-3}, {"nsecond", 1e-3}, {"us", 1},  {"usecond", 1},
                 {"ms", 1e3},  {"msecond", 1e3},  {"s", 1e6}, {"second", 1e6}},
      sizes[] = {{"Kbyte", 1e3}, {"Mbyte", 1e6}, {"Gbyte", 1e9}};
    for (size_t i = 0; is_time && i < COUNT_OF(times); i++)
        if (!strcmp(unit, times[i].unit)) return times[i].scale;
    for (size_t i = 0; !is_time && i < COUNT_OF(sizes); i++)
        if (!strcmp(unit, sizes[i].unit)) return sizes[i].scale;
    return is_time ? NAN : 1;
}

static bool take_ncu(Arena *a, const Line *head, const Line *unit,
                     const Line *line, Export *e) {
    static const char *const columns[] = {
#define METRIC(id, column, ...) column,
#include "paper/export.def"
    };
    ExportRow *r = export_row(a, e);
    if (!r) return false;
    r->name =
        export_kernel_name(a, text_at(line, find_column(head, "Kernel Name")));
    export_extent(text_at(line, find_column(head, "Grid Size")), r->grid);
    export_extent(text_at(line, find_column(head, "Block Size")), r->block);
    for (int m = 0; m < METRIC_COUNT; m++) {
        int i = find_column(head, columns[m]);
        r->value[m] = field_number(line, i) *
                      unit_factor(text_at(unit, i), m == METRIC_us);
    }
    r->value[METRIC_sectors] += r->value[METRIC_sectors_st];
    r->us = r->value[METRIC_us];
    return true;
}

// ---- nsys

static RowKind copy_kind(const char *name) {
    if (strstr(name, "memset")) return ROW_MEMSET;
    if (!str_starts(name, "[CUDA memcpy")) return ROW_KERNEL;
    if (strstr(name, "Host-to-Device") || strstr(name, "HtoD"))
        return ROW_COPY_IN;
    if (strstr(name, "Device-to-Host") || strstr(name, "DtoH"))
        return ROW_COPY_OUT;
    return ROW_COPY;
}

// The name of this column differs between versions of nsys.
static int find_rate(const Line *head) {
    int i = find_column(head, "Throughput (MB/s)");
    return i >= 0 ? i : find_column(head, "Throughput (MBps)");
}

static bool take_nsys(Arena *a, const Line *head, const Line *line, Export *e) {
    static const char *const axes[] = {"GrdX", "GrdY", "GrdZ",
                                       "BlkX", "BlkY", "BlkZ"};
    ExportRow *r = export_row(a, e);
    if (!r) return false;
    const char *name = text_at(line, find_column(head, "Name"));
    r->kind = *name == '[' ? copy_kind(name) : ROW_KERNEL;
    if (r->kind == ROW_KERNEL) r->name = export_kernel_name(a, name);
    for (int i = 0; i < 6; i++) {
        double v = field_number(line, find_column(head, axes[i]));
        long *to = i < 3 ? &r->grid[i] : &r->block[i - 3];
        *to = v < 1e10 ? (long)v : 0;
    }
    r->start = field_number(line, find_column(head, "Start (ns)")) / 1e3;
    r->us = field_number(line, find_column(head, "Duration (ns)")) / 1e3;
    double stream = field_number(line, find_column(head, "Strm"));
    if (stream < 1e9) r->stream = (long)stream;
    r->mb = field_number(line, find_column(head, "Bytes (MB)"));
    r->mbs = field_number(line, find_rate(head));
    return true;
}

// ---- both

typedef struct Table {
    Line head, unit, line;
} Table;

static bool is_head(const Line *line, Export *e) {
    if (find_column(line, "ID") == 0 && find_column(line, "Kernel Name") > 0) {
        e->tool = "ncu";
        e->kind = EXPORT_KERNELS;
        return true;
    }
    if (find_column(line, "Start (ns)") < 0 || find_column(line, "Name") < 0)
        return false;
    e->tool = "nsys";
    e->kind = EXPORT_TIMELINE;
    return true;
}

static bool check_times(const Export *e, char why[200]) {
    for (int i = 0; i < e->n; i++)
        if (!isfinite(e->at[i].us) ||
            (e->kind == EXPORT_TIMELINE && !isfinite(e->at[i].start)))
            return snprintf(why, 200, "row %d has no time", i + 1), false;
    return true;
}

bool export_csv(Arena *a, const char *text, Export *out, char why[200]) {
    Table *t = arena_array(a, Table, 1);
    bool has_unit = false, ncu = false;
    *t = (Table){0};
    while (*text) {
        // A line of a program's own output is skipped whole.
        if (!t->head.n) {
            text = cut_line(a, text, &t->line);
            if (!is_head(&t->line, out)) continue;
            t->head = t->line;
            ncu = !strcmp(out->tool, "ncu");
            continue;
        }
        text = cut_line(a, text, &t->line);
        if (t->line.n != t->head.n) continue;
        if (ncu && !has_unit) {
            t->unit = t->line;
            has_unit = true;
        } else if (!(ncu ? take_ncu(a, &t->head, &t->unit, &t->line, out)
                         : take_nsys(a, &t->head, &t->line, out))) {
            return snprintf(why, 200, "it has more than %d rows", EXPORT_ROWS),
                   false;
        }
    }
    if (!t->head.n)
        return snprintf(why, 200,
                        "it is neither JSON nor a table of ncu or nsys"),
               false;
    return check_times(out, why);
}
