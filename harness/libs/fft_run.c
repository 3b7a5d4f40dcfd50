// cuFFT: the work of one transform.
//
//     gather --dimension by dimension, last first--> scatter
//
// A transform from real numbers keeps half of the last dimension, n/2 + 1
// elements; one to real numbers does the last dimension last, and takes the
// other half as the conjugate of this one.
#include "libs/fft_plan.h"

#include "base/heap.h"
#include "libs/fft.h"

#include <math.h>
#include <string.h>

static int64_t rows_of_block(const FftPlan *p) {
    int64_t rows = 1;
    for (int d = 0; d < p->rank - 1; d++)
        rows *= p->n[d];
    return rows;
}

// ---- device memory

// The distance of element (0, 0) of a row from that of the first, in elements.
static int64_t row_offset(const FftPlan *p, const FftSide *s, int64_t row) {
    int64_t at = 0, step = 1;
    for (int d = p->rank - 2; d >= 0; d--) {
        step *= s->embed[d + 1];
        at += row % p->n[d] * step;
        row /= p->n[d];
    }
    return at * s->stride;
}

// From the first element of a side to the end of its last.
static size_t side_bytes(const FftPlan *p, const FftSide *s) {
    int64_t last = row_offset(p, s, rows_of_block(p) - 1) +
                   (p->batch - 1) * s->dist + (s->last - 1) * s->stride;
    return ((size_t)last + 1) * s->element;
}

// Has the device check one side, and returns its first element. Dense rows are
// told of at once.
static char *side_memory(const FftPlan *p, const FftSide *s, const void *at,
                         const char *what, int access) {
    int64_t rows = rows_of_block(p);
    size_t e = s->element;
    char *first =
        sim_work_range(what, at, side_bytes(p, s), 0, 1, SIM_BOUNDS | access);
    if (!first) return NULL;
    bool dense = s->stride == 1;
    for (int d = 1; dense && d < p->rank; d++)
        dense = s->embed[d] == (d == p->rank - 1 ? s->last : p->n[d]);
    if (dense) {
        size_t whole = (size_t)(rows * s->last) * e;
        size_t step = (size_t)s->dist * e;
        bool joined = whole == step;
        return sim_work_range(what, at,
                              joined ? whole * (size_t)p->batch : whole, step,
                              joined ? 1 : (size_t)p->batch, access);
    }
    for (int64_t b = 0; b < p->batch; b++)
        for (int64_t r = 0; r < rows; r++) {
            const char *row = (const char *)at +
                              (size_t)(b * s->dist + row_offset(p, s, r)) * e;
            size_t n = (size_t)s->last;
            bool ok = s->stride == 1
                          ? sim_work_range(what, row, n * e, 0, 1, access)
                          : sim_work_range(what, row, e, (size_t)s->stride * e,
                                           n, access);
            if (!ok) return NULL;
        }
    return first;
}

static Complex load_number(const FftSide *s, const char *p) {
    const float *f = (const float *)p;
    const double *d = (const double *)p;
    bool wide = s->element == (s->real ? sizeof(double) : 2 * sizeof(double));
    Complex v = {wide ? d[0] : (double)f[0], 0};
    if (!s->real) v.im = wide ? d[1] : (double)f[1];
    return v;
}

static void store_number(const FftSide *s, char *p, Complex v) {
    bool wide = s->element == (s->real ? sizeof(double) : 2 * sizeof(double));
    if (wide) {
        ((double *)p)[0] = v.re;
        if (!s->real) ((double *)p)[1] = v.im;
    } else {
        ((float *)p)[0] = (float)v.re;
        if (!s->real) ((float *)p)[1] = (float)v.im;
    }
}

// Between memory and rows that are `width` apart in the block.
static void move_rows(const FftPlan *p, const FftSide *s, char *memory,
                      int64_t b, Complex *block, int64_t width, bool in) {
    for (int64_t r = 0; r < rows_of_block(p); r++) {
        char *row =
            memory + (size_t)(b * s->dist + row_offset(p, s, r)) * s->element;
        Complex *line = block + r * width;
        size_t step = (size_t)s->stride * s->element;
        for (int64_t i = 0; i < s->last; i++)
            if (in)
                line[i] = load_number(s, row + (size_t)i * step);
            else
                store_number(s, row + (size_t)i * step, line[i]);
    }
}

// ---- dimensions

// Transforms along dimension d: lines of n elements, `inner` apart. Sixteen
// lines at a time, so that memory is not read against its order.
static void along(FftLine *l, Complex *block, int64_t n, int64_t inner,
                  int64_t outer, int sign) {
    enum { AT_ONCE = 16 };
    Complex *lines = heap_new((size_t)(n * AT_ONCE), sizeof *lines);
    for (int64_t o = 0; o < outer; o++)
        for (int64_t i = 0; i < inner; i += AT_ONCE) {
            Complex *from = block + o * n * inner + i;
            int64_t k = min_of(inner - i, (int64_t)AT_ONCE);
            for (int64_t j = 0; j < n; j++)
                for (int64_t c = 0; c < k; c++)
                    lines[c * n + j] = from[j * inner + c];
            for (int64_t c = 0; c < k; c++)
                fft_line(l, lines + c * n, sign);
            for (int64_t j = 0; j < n; j++)
                for (int64_t c = 0; c < k; c++)
                    from[j * inner + c] = lines[c * n + j];
        }
    heap_free(lines);
}

typedef struct Lines {
    FftLine *of[FFT_RANKS];
} Lines;

static void along_rows(const FftPlan *p, const Lines *l, Complex *block,
                       int64_t width, int sign) {
    for (int64_t r = 0; r < rows_of_block(p); r++)
        fft_line(l->of[p->rank - 1], block + r * width, sign);
}

// All dimensions but the last, of rows of `width` elements.
static void along_others(const FftPlan *p, const Lines *l, Complex *block,
                         int64_t width, int sign) {
    int64_t inner = width, rows = rows_of_block(p);
    for (int d = p->rank - 2; d >= 0; d--) {
        rows /= p->n[d];
        along(l->of[d], block, p->n[d], inner, rows, sign);
        inner *= p->n[d];
    }
}

// The elements beyond the half, by symmetry. The first, and the middle one of
// an even number, count as real.
static void mirror_rows(const FftPlan *p, Complex *block, int64_t width) {
    int64_t n = p->n[p->rank - 1];
    for (int64_t r = 0; r < rows_of_block(p); r++) {
        Complex *line = block + r * width;
        line[0].im = 0;
        if (n % 2 == 0) line[n / 2].im = 0;
        for (int64_t i = n / 2 + 1; i < n; i++)
            line[i] = (Complex){line[n - i].re, -line[n - i].im};
    }
}

// From rows of `from` elements to rows of `to`, in place.
static void respace(Complex *block, int64_t rows, int64_t from, int64_t to) {
    if (from > to)
        for (int64_t r = 0; r < rows; r++)
            memmove(block + r * to, block + r * from,
                    (size_t)to * sizeof *block);
    else
        for (int64_t r = rows; r-- > 0;)
            memmove(block + r * to, block + r * from,
                    (size_t)from * sizeof *block);
}

static void transform(const FftPlan *p, const Lines *l, Complex *block,
                      int sign) {
    int64_t n = p->n[p->rank - 1], half = n / 2 + 1, rows = rows_of_block(p);
    if (p->out.real) {
        along_others(p, l, block, half, sign);
        respace(block, rows, half, n);
        mirror_rows(p, block, n);
        along_rows(p, l, block, n, sign);
        return;
    }
    along_rows(p, l, block, n, sign);
    if (p->in.real) respace(block, rows, n, half);
    along_others(p, l, block, p->in.real ? half : n, sign);
}

// ---- the work

static Lines lines_open(const FftPlan *p) {
    Lines l = {0};
    for (int d = 0; d < p->rank; d++)
        l.of[d] = fft_line_new((size_t)p->n[d]);
    return l;
}

// Batches that have to be read before one is written: in place, as many as
// there are if the layouts of both sides differ.
static int64_t held_batches(const FftPlan *p, const char *in, const char *out) {
    bool apart =
        in >= out + side_bytes(p, &p->out) || out >= in + side_bytes(p, &p->in);
    bool same = in == out && (size_t)p->in.dist * p->in.element ==
                                 (size_t)p->out.dist * p->out.element;
    return apart || same ? 1 : p->batch;
}

void fft_compute(const FftPlan *p, const char *in, char *out, int sign) {
    Lines l = lines_open(p);
    int64_t size = rows_of_block(p) * p->n[p->rank - 1];
    int64_t held = held_batches(p, in, out);
    // A row of one element has two while it is half: n/2 + 1 is at most n + 1.
    int64_t room = size + rows_of_block(p);
    Complex *blocks = heap_large((size_t)(room * held) * sizeof *blocks);
    for (int64_t b0 = 0; b0 < p->batch; b0 += held) {
        for (int64_t b = 0; b < held; b++)
            move_rows(p, &p->in, (char *)in, b0 + b, blocks + b * room,
                      p->in.last, true);
        for (int64_t b = 0; b < held; b++)
            transform(p, &l, blocks + b * room, sign);
        for (int64_t b = 0; b < held; b++)
            move_rows(p, &p->out, out, b0 + b, blocks + b * room, p->out.last,
                      false);
    }
    heap_free(blocks);
    for (int d = 0; d < p->rank; d++)
        fft_line_free(l.of[d]);
}

typedef struct Call {
    FftPlan plan;
    const void *in;
    void *out;
    int sign;
} Call;

static bool run_call(void *args) {
    const Call *c = args;
    const FftPlan *p = &c->plan;
    char *in = side_memory(p, &p->in, c->in, "the input", SIM_READS);
    char *out =
        in ? side_memory(p, &p->out, c->out, "the output", SIM_WRITES) : NULL;
    if (out) fft_compute(p, in, out, c->sign);
    return out;
}

// How often the data passes through DRAM: a line of up to 8192 elements fits
// into the shared memory of a block, longer ones are cut into two or three
// dimensions. Bluestein's convolution takes four times as often.
static double dram_passes(const FftPlan *p) {
    double sum = 0;
    for (int d = 0; d < p->rank; d++) {
        int64_t rest = p->n[d];
        for (int64_t f = 2; f <= 127; f++)
            while (rest % f == 0)
                rest /= f;
        double once = p->n[d] <= 8192 ? 1 : p->n[d] <= 1 << 24 ? 2 : 3;
        sum += rest > 1 ? 4 * once : once;
    }
    return sum;
}

void fft_cost(const FftPlan *p, double *bytes, double *flops) {
    double points = 1;
    for (int d = 0; d < p->rank; d++)
        points *= (double)p->n[d];
    *flops = 5 * points * log2(fmax(points, 2)) * (double)p->batch;
    *bytes = points * (double)p->batch *
             (double)(p->in.element + p->out.element) * dram_passes(p);
}

cufftResult fft_submit(const FftPlan *p, const char *name, const void *caller,
                       const void *in, void *out, int sign) {
    Call c = {.plan = *p, .in = in, .out = out, .sign = sign};
    double bytes, flops;
    fft_cost(p, &bytes, &flops);
    bool wide = p->type & 0x40;
    SimWork w = {.name = name,
                 .stream = p->stream,
                 .run = run_call,
                 .args = &c,
                 .args_bytes = sizeof c,
                 .unit = wide ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = flops,
                 .bytes = bytes,
                 .grid = (unsigned)fmin(bytes / 16384 + 1, 1e9),
                 .block = 256};
    sim_work_from(caller);
    return sim_work_run(&w) == 0 ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
