// Sparse systems by a band matrix; see band.h.
#include "libs/band.h"

#include "base/base.h"
#include "base/heap.h"

#include <math.h>
#include <string.h>

// Row i holds columns i - lower .. i + upper + lower: with changes of place
// rows grow by what came from below.
struct Band {
    int n, lower, upper, width;
    bool pivots;
    int *order, *place; // place[i]: the row that came in i's place
    double *at;         // n rows of `width`
};

static const double MOST_BYTES = 4e9;

// ---- order

typedef struct Graph {
    int *offsets, *to;
} Graph;

// Neighbours by A's entries and their mirror images.
static Graph graph_of(const BandRows *a) {
    Graph g = {heap_new((size_t)a->n + 2, sizeof(int)), NULL};
    int nnz = a->offsets[a->n];
    g.to = heap_new((size_t)nnz * 2 + 1, sizeof(int));
    int *count = heap_new((size_t)a->n + 1, sizeof(int));
    for (int i = 0; i < a->n; i++)
        for (int k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
            count[i]++;
            count[a->indices[k]]++;
        }
    for (int i = 0; i < a->n; i++)
        g.offsets[i + 1] = g.offsets[i] + count[i];
    memset(count, 0, (size_t)a->n * sizeof *count);
    for (int i = 0; i < a->n; i++)
        for (int k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
            int j = a->indices[k];
            g.to[g.offsets[i] + count[i]++] = j;
            g.to[g.offsets[j] + count[j]++] = i;
        }
    heap_free(count);
    return g;
}

static int degree(const Graph *g, int i) {
    return g->offsets[i + 1] - g->offsets[i];
}

// Appends what is reached from `start`, level by level, few neighbours first.
static int breadth_first(const Graph *g, int start, int *order, int n,
                         bool *seen) {
    int done = n;
    order[n++] = start;
    seen[start] = true;
    for (; done < n; done++) {
        int first = n;
        for (int k = g->offsets[order[done]]; k < g->offsets[order[done] + 1];
             k++) {
            int j = g->to[k];
            if (seen[j]) continue;
            seen[j] = true;
            int at = n++;
            for (; at > first && degree(g, order[at - 1]) > degree(g, j); at--)
                order[at] = order[at - 1];
            order[at] = j;
        }
    }
    return n;
}

void band_order(const BandRows *a, int *p) {
    Graph g = graph_of(a);
    bool *seen = heap_new((size_t)a->n + 1, sizeof *seen);
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        if (seen[i]) continue;
        // Twice: the last that is reached lies at an end.
        int begin = n, end = breadth_first(&g, i, p, n, seen);
        int far = p[end - 1];
        for (int k = begin; k < end; k++)
            seen[p[k]] = false;
        n = breadth_first(&g, far, p, begin, seen);
    }
    for (int i = 0; i < n / 2; i++) {
        int t = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = t;
    }
    heap_free(seen);
    heap_free(g.offsets);
    heap_free(g.to);
}

// ---- factors

static double *band_at(const Band *b, int i, int j) {
    return b->at + (size_t)i * (size_t)b->width + (size_t)(j - i + b->lower);
}

static void place_entries(Band *b, const BandRows *a, const int *inverse,
                          double shift) {
    for (int i = 0; i < a->n; i++) {
        for (int k = a->offsets[i]; k < a->offsets[i + 1]; k++)
            *band_at(b, inverse[i], inverse[a->indices[k]]) += a->values[k];
        *band_at(b, inverse[i], inverse[i]) -= shift;
    }
}

static void eliminate(Band *b) {
    int right = b->upper + (b->pivots ? b->lower : 0);
    for (int j = 0; j < b->n; j++) {
        int last = min_of(j + b->lower, b->n - 1), best = j;
        int end = min_of(j + right, b->n - 1);
        for (int i = j + 1; b->pivots && i <= last; i++)
            if (fabs(*band_at(b, i, j)) > fabs(*band_at(b, best, j))) best = i;
        b->place[j] = best;
        for (int c = j; best != j && c <= end; c++) {
            double t = *band_at(b, j, c);
            *band_at(b, j, c) = *band_at(b, best, c);
            *band_at(b, best, c) = t;
        }
        double pivot = *band_at(b, j, j);
        if (pivot == 0) continue;
        const double *top = band_at(b, j, j);
        for (int i = j + 1; i <= last; i++) {
            double *row = band_at(b, i, j);
            if (row[0] == 0) continue;
            double by = row[0] /= pivot;
            for (int c = 1; c <= end - j; c++)
                row[c] -= by * top[c];
        }
    }
}

Band *band_factor(const BandRows *a, double shift, bool pivots) {
    Band *b = heap_new(1, sizeof *b);
    size_t n = (size_t)a->n + 1;
    b->n = a->n;
    b->pivots = pivots;
    b->order = heap_new(n, sizeof *b->order);
    b->place = heap_new(n, sizeof *b->place);
    int *inverse = heap_new(n, sizeof *inverse);
    band_order(a, b->order);
    for (int i = 0; i < a->n; i++)
        inverse[b->order[i]] = i;
    for (int i = 0; i < a->n; i++)
        for (int k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
            int off = inverse[a->indices[k]] - inverse[i];
            b->lower = max_of(b->lower, -off);
            b->upper = max_of(b->upper, off);
        }
    b->width = 2 * b->lower + b->upper + 1;
    if ((double)n * b->width * 8 > MOST_BYTES) {
        heap_free(inverse);
        band_free(b);
        return NULL;
    }
    b->at = heap_new(n * (size_t)b->width, sizeof *b->at);
    place_entries(b, a, inverse, shift);
    eliminate(b);
    heap_free(inverse);
    return b;
}

void band_free(Band *b) {
    if (!b) return;
    heap_free(b->order);
    heap_free(b->place);
    heap_free(b->at);
    heap_free(b);
}

int band_singular(const Band *b, double tol) {
    for (int i = 0; i < b->n; i++) {
        double pivot = *band_at(b, i, i);
        if (!((b->pivots ? fabs(pivot) : pivot) > tol)) return i;
    }
    return -1;
}

void band_solve(const Band *b, const double *rhs, double *x) {
    int right = b->upper + (b->pivots ? b->lower : 0);
    double *y = heap_new((size_t)b->n + 1, sizeof *y);
    for (int i = 0; i < b->n; i++)
        y[i] = rhs[b->order[i]];
    for (int j = 0; j < b->n; j++) {
        double t = y[j];
        y[j] = y[b->place[j]];
        y[b->place[j]] = t;
        for (int i = j + 1; i <= min_of(j + b->lower, b->n - 1); i++)
            y[i] -= *band_at(b, i, j) * y[j];
    }
    for (int i = b->n - 1; i >= 0; i--) {
        for (int c = i + 1; c <= min_of(i + right, b->n - 1); c++)
            y[i] -= *band_at(b, i, c) * y[c];
        y[i] /= *band_at(b, i, i);
    }
    for (int i = 0; i < b->n; i++)
        x[b->order[i]] = y[i];
    heap_free(y);
}
