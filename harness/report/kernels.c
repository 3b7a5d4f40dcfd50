// Launches as a table: those of one kernel and shape share a row, and the row
// that takes longest comes first.
#include "report/rows.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS = 256, ROWS = 20, NAME = 18 };

typedef struct Group {
    const KernelCost *k; // the longest of them
    int runs;
    double us; // of all
} Group;

static bool is_alike(const KernelCost *a, const KernelCost *b) {
    return !strcmp(a->kernel, b->kernel) && !strcmp(a->grid, b->grid) &&
           !strcmp(a->block, b->block);
}

// Returns how many groups there are; launches beyond GROUPS of them are left
// out and counted in *rest.
static int group_kernels(const KernelCost *k, int n, Group g[GROUPS],
                         int *rest) {
    int groups = 0;
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < groups && !is_alike(g[at].k, &k[i]))
            at++;
        if (at == GROUPS) {
            (*rest)++;
            continue;
        }
        if (at == groups) g[groups++] = (Group){.k = &k[i]};
        if (k[i].us > g[at].k->us) g[at].k = &k[i];
        g[at].runs++;
        g[at].us += k[i].us;
    }
    return groups;
}

static int by_time(const void *a, const void *b) {
    const Group *x = a, *y = b;
    return (x->us < y->us) - (x->us > y->us);
}

// Templates begin with their type: "void copy<float>(float*)".
static const char *name_of(const KernelCost *k) {
    static const char *const before[] = {"void ", "(anonymous namespace)::"};
    const char *name = k->kernel;
    for (size_t i = 0; i < COUNT_OF(before); i++)
        if (!strncmp(name, before[i], strlen(before[i])))
            name += strlen(before[i]);
    return name;
}

// Up to the parameters. Values of a template may be in brackets too:
// "copy<(Mode)1>(float*)".
static int name_columns(const char *name) {
    int depth = 0;
    for (const char *p = name; *p; p++) {
        depth += (*p == '<') - (*p == '>');
        if (*p == '(' && depth <= 0) return (int)(p - name);
    }
    return (int)strlen(name);
}

int report_kernel_name(const KernelCost *k, const char **name) {
    *name = name_of(k);
    return name_columns(*name);
}

static void show_group(const Group *g, Buf *out) {
    const char *name = name_of(g->k);
    Buf us = {0};
    fmt_us(&us, g->us);
    buf_fmt(out, "%-*.*s %-11s %-10s %5d %9s %4.0f %% %s\n", NAME,
            min_of(name_columns(name), (int)NAME), name, g->k->grid,
            g->k->block, g->runs, buf_text(&us), g->k->occupancy * 100,
            g->k->limiter);
    buf_free(&us);
}

void report_kernels(const Term *t, const KernelCost *k, int n, Buf *out) {
    Group g[GROUPS];
    int rest = 0, groups = group_kernels(k, n, g, &rest);
    if (n == 0) return;
    qsort(g, (size_t)groups, sizeof *g, by_time);
    term_ink(t, out, INK_DIM, "%-*s %-11s %-10s %5s %9s %6s %s\n", NAME,
             "kernel", "grid", "block", "runs", "time", "occup.", "limited by");
    for (int i = 0; i < groups; i++) {
        if (i < ROWS)
            show_group(&g[i], out);
        else
            rest += g[i].runs;
    }
    if (rest) buf_fmt(out, "and %d shorter launches\n", rest);
}
