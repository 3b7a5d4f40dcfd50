// See ncu_lines.h.
#include "gate/tools/ncu_lines.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 256, WARP = 32 };

static const struct {
    const char *column, *says;
} stalls[] = {
#define STALL(column, says) {column, says},
#include "gate/tools/stalls.def"
};
enum { STALLS = COUNT_OF(stalls) };

// ---- one row

typedef struct Row {
    const char *cell[MOST_CELLS];
    int n;
} Row;

// Cuts a line of cells in double quotes, "" for a quote inside; moves *at after
// the line. False: it is no such line.
static bool cut_row(Arena *a, const char **at, Row *row) {
    const char *p = *at;
    row->n = 0;
    Buf cell = {0};
    while (*p == '"') {
        buf_clear(&cell);
        for (p++; *p && (*p != '"' || p[1] == '"'); p++) {
            buf_char(&cell, *p);
            if (*p == '"') p++;
        }
        if (*p) p++; // the closing quote
        if (row->n < MOST_CELLS)
            row->cell[row->n++] = arena_str(a, buf_text(&cell));
        if (*p == ',') p++;
    }
    buf_free(&cell);
    p += strcspn(p, "\n");
    *at = *p ? p + 1 : p;
    return row->n > 0;
}

static int column(const Row *head, const char *name, int from) {
    for (int i = from; i < head->n; i++)
        if (strcmp(head->cell[i], name) == 0) return i;
    return -1;
}

static double value(const Row *row, int at) {
    if (at < 0 || at >= row->n) return 0;
    char plain[64], *end;
    size_t n = 0;
    for (const char *p = row->cell[at]; *p && n + 1 < sizeof plain; p++)
        if (*p != ',') plain[n++] = *p;
    plain[n] = '\0';
    double v = strtod(plain, &end);
    return end == plain || *end || !isfinite(v) || v < 0 ? 0 : v;
}

// ---- the columns of a table

typedef struct Columns {
    int width; // of the table; 0: there is none yet
    int code, address, samples, insts, threads, space, operation, size, ways,
        sectors, ideal, stall[STALLS];
} Columns;

static Columns columns_of(const Row *head) {
    Columns c = {
        .width = head->n,
        .address = column(head, "Address", 0),
        // The first "Source" is that of the language.
        .code = column(head, "Source", 2),
        .samples = column(head, "# Samples", 0),
        .insts = column(head, "Instructions Executed", 0),
        .threads = column(head, "Thread Instructions Executed", 0),
        .space = column(head, "Address Space", 0),
        .operation = column(head, "Access Operation", 0),
        .size = column(head, "Access Size", 0),
        .ways = column(head, "L1 Conflicts Shared N-Way", 0),
        .sectors = column(head, "L2 Theoretical Sectors Global", 0),
        .ideal = column(head, "L2 Theoretical Sectors Global Ideal", 0),
    };
    for (int i = 0; i < (int)STALLS; i++)
        c.stall[i] = column(head, stalls[i].column, 0);
    return c;
}

static const char *text_at(const Row *row, int at) {
    return at >= 0 && at < row->n ? row->cell[at] : "";
}

// ---- what an instruction adds to its line

// "      @P0   RED.E.ADD [R2], R3": the operation, after a predicate.
static const char *operation_of(const char *code) {
    code += strspn(code, " ");
    if (*code == '@') {
        code += strcspn(code, " ");
        code += strspn(code, " ");
    }
    return code;
}

static void add_global(SimCounters *c, const Row *row, const Columns *at,
                       uint64_t insts) {
    bool store = !strcmp(text_at(row, at->operation), "Store");
    if (store)
        c->gmem_stores += insts;
    else
        c->gmem_loads += insts;
    c->gmem_sectors += (uint64_t)value(row, at->sectors);
    c->gmem_ideal += (uint64_t)value(row, at->ideal);
}

// A request of 32 threads takes a pass over the banks for each 4 bytes a
// thread, without conflicts.
static void add_shared(SimCounters *c, const Row *row, const Columns *at,
                       uint64_t insts) {
    uint64_t ideal = (uint64_t)max_of(value(row, at->size) / WARP, 1.0);
    uint64_t ways = (uint64_t)max_of(value(row, at->ways), (double)ideal);
    bool store = !strcmp(text_at(row, at->operation), "Store");
    if (store)
        c->smem_stores += insts;
    else
        c->smem_loads += insts;
    c->smem_wavefronts += insts * ways;
    c->smem_ideal += insts * ideal;
}

static void add_instruction(SimCounters *c, const Row *row, const Columns *at) {
    const char *op = operation_of(text_at(row, at->code));
    const char *space = text_at(row, at->space);
    uint64_t insts = (uint64_t)value(row, at->insts);
    c->warp_insts += insts;
    c->thread_insts += (uint64_t)value(row, at->threads);
    if (str_starts(op, "RED") || str_starts(op, "ATOM"))
        c->atomic_requests += insts;
    else if (strcmp(space, "Global") == 0 || strcmp(space, "Generic") == 0)
        add_global(c, row, at, insts);
    if (strcmp(space, "Shared") == 0) add_shared(c, row, at, insts);
    if (strcmp(space, "Local") == 0) c->local_requests += insts;
    if (str_starts(op, "BAR")) c->barriers += insts;
}

// ---- all tables

typedef struct Found { // a line, as it grows
    const char *file;
    int line;
    double *samples; // by launch
    double stall[STALLS];
    SimCounters c;
} Found;

typedef struct Reader {
    Arena *a;
    Found *at;
    int n, cap;
    const char *file, *function;
    const char **seen; // files of the launch that is read
    int nseen, seen_cap;
    int launch, nkernels; // -1: before the first
    double *samples;      // of each launch, in all
    Found *line;          // that instructions belong to
    const char **address; // of those that it has
    int naddress, address_cap;
} Reader;

// A launch lists its files one after the other: one that comes again, or under
// another kernel's name, is of the next launch.
static void begin_table(Reader *r, const char *function) {
    bool again = !r->function || strcmp(r->function, function) != 0;
    for (int i = 0; i < r->nseen && !again; i++)
        again = strcmp(r->seen[i], r->file) == 0;
    if (again) {
        r->launch++;
        r->nseen = 0;
    }
    r->function = function;
    GROW(r->a, const char *, r->seen, r->nseen, r->seen_cap);
    r->seen[r->nseen++] = r->file;
    r->line = NULL;
}

static void begin_line(Reader *r, int line) {
    r->naddress = 0;
    for (int i = 0; i < r->n; i++)
        if (r->at[i].line == line && !strcmp(r->at[i].file, r->file)) {
            r->line = &r->at[i];
            return;
        }
    GROW(r->a, Found, r->at, r->n, r->cap);
    r->line = &r->at[r->n++];
    *r->line = (Found){
        .file = r->file,
        .line = line,
        .samples = arena_array(r->a, double, (size_t)max_of(r->nkernels, 1))};
}

// ncu prints an instruction twice where two of its files lead to it.
static bool is_new(Reader *r, const char *address) {
    for (int i = 0; i < r->naddress; i++)
        if (strcmp(r->address[i], address) == 0) return false;
    GROW(r->a, const char *, r->address, r->naddress, r->address_cap);
    r->address[r->naddress++] = address;
    return true;
}

static void take_instruction(Reader *r, const Row *row, const Columns *at) {
    if (!r->line || r->launch < 0 || r->launch >= r->nkernels ||
        !is_new(r, text_at(row, at->address)))
        return;
    double samples = value(row, at->samples);
    r->line->samples[r->launch] += samples;
    r->samples[r->launch] += samples;
    for (int i = 0; i < (int)STALLS; i++)
        r->line->stall[i] += value(row, at->stall[i]);
    add_instruction(&r->line->c, row, at);
}

static void take_row(Reader *r, const Row *row, Columns *at) {
    const char *first = row->cell[0];
    if (row->n == 2 && strcmp(first, "File Path") == 0) {
        r->file = row->cell[1];
        *at = (Columns){0};
    } else if (row->n == 2 && strcmp(first, "Function Name") == 0 && r->file) {
        begin_table(r, row->cell[1]);
    } else if (strcmp(first, "Line No") == 0) {
        *at = columns_of(row);
    } else if (!at->width || row->n != at->width || !r->file) {
        return; // something else
    } else if (*first) {
        begin_line(r, atoi(first));
    } else {
        take_instruction(r, row, at);
    }
}

static LineCost cost_of(const Reader *r, const Found *f,
                        const NcuKernel *kernels) {
    LineCost l = {.file = f->file, .line = f->line, .limiter = "", .c = f->c};
    double most = 0;
    for (int i = 0; i < r->nkernels; i++)
        if (r->samples[i] > 0 && kernels[i].ns > 0)
            l.us += f->samples[i] / r->samples[i] * kernels[i].ns / 1e3;
    for (int i = 0; i < (int)STALLS; i++)
        if (f->stall[i] > most) {
            most = f->stall[i];
            l.limiter = stalls[i].says;
        }
    return l;
}

LineCost *ncu_lines(Arena *a, const char *text, const NcuKernel *kernels,
                    int nkernels, int *n) {
    Row *row = arena_array(a, Row, 1);
    Columns at = {0};
    Reader r = {.a = a, .launch = -1, .nkernels = nkernels};
    r.samples = arena_array(a, double, (size_t)max_of(nkernels, 1));
    while (*text)
        if (cut_row(a, &text, row)) take_row(&r, row, &at);
    *n = r.n;
    if (!r.n) return NULL;
    LineCost *lines = arena_array(a, LineCost, (size_t)r.n);
    for (int i = 0; i < r.n; i++)
        lines[i] = cost_of(&r, &r.at[i], kernels);
    return lines;
}
