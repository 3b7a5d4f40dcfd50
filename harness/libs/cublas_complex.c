// cuBLAS level 1 of complex vectors, and the rotations that are made and
// applied by a table (rotg, rotm, rotmg).
#include "base/heap.h"
#include "libs/four.h"

#include <math.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

typedef struct Level1 {
    Four type;
    int n, incx, incy;
    const void *x, *y;
    FourScalar alpha, beta;
    bool conjugate, smallest;
    void *result;
    bool device; // the result is in device memory
    Four result_type;
} Level1;

static Number *x_numbers(const Level1 *v, int access, void **at) {
    return four_vector("vector x", v->type, v->x, v->n, v->incx, access, at);
}
static Number *y_numbers(const Level1 *v, int access, void **at) {
    return four_vector("vector y", v->type, v->y, v->n, v->incy, access, at);
}

static void *result_at(const Level1 *v, size_t bytes) {
    if (!v->device) return v->result;
    return sim_work_range("the result (the pointer mode is device)", v->result,
                          bytes, bytes, 1, SIM_WRITES);
}

static bool answer_with(const Level1 *v, Number value) {
    void *p = result_at(v, four_bytes(v->result_type));
    if (p) four_put(v->result_type, p, 0, value);
    return p;
}

// ---- the work

// y = alpha x + y; with y NULL x = alpha x.
static bool run_scaled(void *args) {
    const Level1 *v = args;
    Number alpha;
    void *at = NULL;
    if (!four_value(&v->alpha, &alpha)) return false;
    int both = SIM_READS | SIM_WRITES;
    void **to = v->y ? NULL : &at;
    Number *x = x_numbers(v, v->y ? SIM_READS : both, to);
    Number *y = x && v->y ? y_numbers(v, both, &at) : NULL;
    for (int i = 0; at && i < v->n; i++)
        x[i] = alpha * x[i] + (y ? y[i] : 0);
    if (at) four_scatter(v->type, at, v->n, v->y ? v->incy : v->incx, x);
    heap_free(x);
    heap_free(y);
    return at;
}

static bool run_moved(void *args) {
    const Level1 *v = args;
    void *at = NULL;
    Number *x = x_numbers(v, SIM_READS, NULL);
    Number *y = x ? y_numbers(v, SIM_WRITES, &at) : NULL;
    if (y) four_scatter(v->type, at, v->n, v->incy, x);
    heap_free(x);
    heap_free(y);
    return at;
}

// x and y by a rotation (c, s), or, without one, changing places.
static bool run_turned(void *args) {
    const Level1 *v = args;
    Number c = 0, s = 1;
    void *to_x = NULL, *to_y = NULL;
    bool turns = v->result_type == v->type; // rot, and not swap
    if (turns && (!four_value(&v->alpha, &c) || !four_value(&v->beta, &s)))
        return false;
    Number *x = x_numbers(v, SIM_READS | SIM_WRITES, &to_x);
    Number *y = x ? y_numbers(v, SIM_READS | SIM_WRITES, &to_y) : NULL;
    for (int i = 0; y && i < v->n; i++) {
        Number a = x[i], b = y[i];
        x[i] = turns ? c * a + s * b : b;
        y[i] = turns ? c * b - conj(s) * a : a;
    }
    if (y) {
        four_scatter(v->type, to_x, v->n, v->incx, x);
        four_scatter(v->type, to_y, v->n, v->incy, y);
    }
    heap_free(x);
    heap_free(y);
    return to_y;
}

static bool run_inner(void *args) {
    const Level1 *v = args;
    Number *x = x_numbers(v, SIM_READS, NULL), sum = 0;
    Number *y = x ? y_numbers(v, SIM_READS, NULL) : NULL;
    for (int i = 0; y && i < v->n; i++)
        sum += (v->conjugate ? conj(x[i]) : x[i]) * y[i];
    bool ok = y && answer_with(v, sum);
    heap_free(x);
    heap_free(y);
    return ok;
}

static bool run_length(void *args) {
    const Level1 *v = args;
    Number *x = x_numbers(v, SIM_READS, NULL);
    double length = 0;
    for (int i = 0; x && i < v->n; i++)
        length = hypot(length, cabs(x[i]));
    bool ok = x && answer_with(v, length);
    heap_free(x);
    return ok;
}

static double size_of_parts(Number x) {
    return fabs(creal(x)) + fabs(cimag(x));
}

static bool run_parts(void *args) {
    const Level1 *v = args;
    Number *x = x_numbers(v, SIM_READS, NULL);
    double sum = 0;
    for (int i = 0; x && i < v->n; i++)
        sum += size_of_parts(x[i]);
    bool ok = x && answer_with(v, sum);
    heap_free(x);
    return ok;
}

// Counted from 1; the first of equal ones.
static bool run_largest(void *args) {
    const Level1 *v = args;
    Number *x = x_numbers(v, SIM_READS, NULL);
    int where = v->n > 0;
    for (int i = 1; x && i < v->n; i++) {
        double a = size_of_parts(x[i]), best = size_of_parts(x[where - 1]);
        if (v->smallest ? a < best : a > best) where = i + 1;
    }
    int *p = x ? result_at(v, sizeof *p) : NULL;
    if (p) *p = where;
    heap_free(x);
    return p;
}

// ---- handing it in

static cublasStatus_t level1_submit(cublasHandle_t h, const char *name,
                                    bool (*run)(void *), Level1 v) {
    // Of one vector alone, none of its elements are meant by such a step.
    if (v.incx <= 0 && !v.y) v.n = 0;
    if (v.n < 0) v.n = 0;
    if (v.n == 0 && !v.result) return CUBLAS_STATUS_SUCCESS;
    double n = v.n;
    SimWork w = {.name = name,
                 .run = run,
                 .args = &v,
                 .args_bytes = sizeof v,
                 .unit = four_is_wide(v.type) ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = 8 * n,
                 .bytes = n * (double)four_bytes(v.type) * (v.y ? 3 : 1),
                 .block = 256,
                 .grid = ((unsigned)v.n + 255) / 256 + !v.n,
                 .waits = v.result && !v.device};
    return blas_submit(h, w);
}

static Level1 vectors_of(Four t, int n, const void *x, int incx, const void *y,
                         int incy) {
    return (Level1){.type = t,
                    .result_type = FOUR_S,
                    .n = n,
                    .x = x,
                    .incx = incx,
                    .y = y,
                    .incy = incy};
}

static cublasStatus_t answer_of(cublasHandle_t h, const char *name,
                                bool (*run)(void *), Level1 v, void *result,
                                Four type) {
    WANT(result);
    v.result = result;
    v.result_type = type;
    v.device = h->pointers == CUBLAS_POINTER_MODE_DEVICE;
    return level1_submit(h, name, run, v);
}

static cublasStatus_t scaled(cublasHandle_t h, const char *name, Level1 v,
                             const void *alpha, Four type) {
    WANT(alpha);
    v.alpha = four_scalar(h, alpha, type);
    return level1_submit(h, name, run_scaled, v);
}

static cublasStatus_t turned(cublasHandle_t h, const char *name, Level1 v,
                             const void *c, Four ctype, const void *s,
                             Four stype) {
    WANT(c && s);
    v.result_type = v.type;
    v.alpha = four_scalar(h, c, ctype);
    v.beta = four_scalar(h, s, stype);
    return level1_submit(h, name, run_turned, v);
}

#define XY(L) vectors_of(FOUR_##L, n, x, incx, y, incy)
#define X(L)  vectors_of(FOUR_##L, n, x, incx, NULL, 0)

#define LEVEL1_OF(L, l, T, RL, r, R)                                           \
    cublasStatus_t cublas##L##axpy_v2(KATA_H, int n, const T *alpha,           \
                                      KATA_X(T), T *y, int incy) {             \
        NEED(h);                                                               \
        return scaled(h, "cublas" #L "axpy", XY(L), alpha, FOUR_##L);          \
    }                                                                          \
    cublasStatus_t cublas##L##scal_v2(KATA_H, int n, const T *alpha, T *x,     \
                                      int incx) {                              \
        NEED(h);                                                               \
        return scaled(h, "cublas" #L "scal", X(L), alpha, FOUR_##L);           \
    }                                                                          \
    cublasStatus_t cublas##L##r##scal_v2(KATA_H, int n, const R *alpha, T *x,  \
                                         int incx) {                           \
        NEED(h);                                                               \
        return scaled(h, "cublas" #L#r "scal", X(L), alpha, FOUR_##RL);        \
    }                                                                          \
    cublasStatus_t cublas##L##copy_v2(KATA_H, int n, KATA_X(T), T *y,          \
                                      int incy) {                              \
        NEED(h);                                                               \
        return level1_submit(h, "cublas" #L "copy", run_moved, XY(L));         \
    }                                                                          \
    cublasStatus_t cublas##L##swap_v2(KATA_H, int n, T *x, int incx, T *y,     \
                                      int incy) {                              \
        NEED(h);                                                               \
        return level1_submit(h, "cublas" #L "swap", run_turned, XY(L));        \
    }                                                                          \
    cublasStatus_t cublas##L##r##rot_v2(KATA_H, int n, T *x, int incx, T *y,   \
                                        int incy, const R *c, const R *s) {    \
        NEED(h);                                                               \
        return turned(h, "cublas" #L#r "rot", XY(L), c, FOUR_##RL, s,          \
                      FOUR_##RL);                                              \
    }                                                                          \
    cublasStatus_t cublas##L##rot_v2(KATA_H, int n, T *x, int incx, T *y,      \
                                     int incy, const R *c, const T *s) {       \
        NEED(h);                                                               \
        return turned(h, "cublas" #L "rot", XY(L), c, FOUR_##RL, s, FOUR_##L); \
    }                                                                          \
    cublasStatus_t cublas##L##dotu_v2(KATA_H, int n, KATA_XY(T), T *result) {  \
        NEED(h);                                                               \
        return answer_of(h, "cublas" #L "dotu", run_inner, XY(L), result,      \
                         FOUR_##L);                                            \
    }                                                                          \
    cublasStatus_t cublas##L##dotc_v2(KATA_H, int n, KATA_XY(T), T *result) {  \
        NEED(h);                                                               \
        Level1 v = XY(L);                                                      \
        v.conjugate = true;                                                    \
        return answer_of(h, "cublas" #L "dotc", run_inner, v, result,          \
                         FOUR_##L);                                            \
    }                                                                          \
    cublasStatus_t cublas##RL##l##nrm2_v2(KATA_H, int n, KATA_X(T),            \
                                          R *result) {                         \
        NEED(h);                                                               \
        return answer_of(h, "cublas" #RL #l "nrm2", run_length, X(L), result,  \
                         FOUR_##RL);                                           \
    }                                                                          \
    cublasStatus_t cublas##RL##l##asum_v2(KATA_H, int n, KATA_X(T),            \
                                          R *result) {                         \
        NEED(h);                                                               \
        return answer_of(h, "cublas" #RL #l "asum", run_parts, X(L), result,   \
                         FOUR_##RL);                                           \
    }                                                                          \
    cublasStatus_t cublasI##l##amax_v2(KATA_H, int n, KATA_X(T),               \
                                       int *result) {                          \
        NEED(h);                                                               \
        return answer_of(h, "cublasI" #l "amax", run_largest, X(L), result,    \
                         FOUR_##L);                                            \
    }                                                                          \
    cublasStatus_t cublasI##l##amin_v2(KATA_H, int n, KATA_X(T),               \
                                       int *result) {                          \
        NEED(h);                                                               \
        Level1 v = X(L);                                                       \
        v.smallest = true;                                                     \
        return answer_of(h, "cublasI" #l "amin", run_largest, v, result,       \
                         FOUR_##L);                                            \
    }

LEVEL1_OF(C, c, cuComplex, S, s, float)
LEVEL1_OF(Z, z, cuDoubleComplex, D, d, double)

// ---- rotations by a table

// The arguments of rotg and rotmg: numbers of the host or of the device.
typedef struct Rotation {
    Four type;
    bool device, modified;
    void *p[5]; // rotg: a, b, c, s; rotmg: d1, d2, x1, y1, param
} Rotation;

// c and s of a Givens rotation; a becomes the length, b what c and s can be
// made of again.
static void make_givens(double *a, double *b, double *c, double *s) {
    double roe = fabs(*a) > fabs(*b) ? *a : *b;
    double r = copysign(hypot(*a, *b), roe), z = 1;
    if (r == 0) {
        *c = 1, *s = 0, *a = 0, *b = 0;
        return;
    }
    *c = *a / r;
    *s = *b / r;
    if (fabs(*a) > fabs(*b))
        z = *s;
    else if (*c != 0)
        z = 1 / *c;
    *a = r;
    *b = z;
}

// The modified rotation that makes y1 zero, as reference BLAS scales it. h is
// h11, h21, h12, h22; returns the flag.
static int make_modified(double *d1, double *d2, double *x1, double y1,
                         double h[4]) {
    const double big = 4096.0 * 4096.0, small = 1 / big;
    double p2 = *d2 * y1, p1 = *d1 * *x1, q2 = p2 * y1, q1 = p1 * *x1;
    h[0] = h[1] = h[2] = h[3] = 0;
    if (*d1 < 0) {
        *d1 = *d2 = *x1 = 0;
        return -1;
    }
    if (p2 == 0) return -2;
    int flag = fabs(q1) > fabs(q2) ? 0 : 1;
    if (flag == 0) {
        h[1] = -y1 / *x1, h[2] = p2 / p1, h[0] = h[3] = 1;
        double u = 1 - h[2] * h[1];
        *d1 /= u, *d2 /= u, *x1 *= u;
    } else if (q2 < 0) {
        *d1 = *d2 = *x1 = h[0] = h[3] = 0;
        return -1;
    } else {
        h[0] = p1 / p2, h[3] = *x1 / y1, h[1] = -1, h[2] = 1;
        double u = 1 + h[0] * h[3], t = *d2 / u;
        *d2 = *d1 / u, *d1 = t, *x1 = y1 * u;
    }
    for (; *d1 != 0 && (*d1 <= small || *d1 >= big); flag = -1) {
        double g = *d1 <= small ? 4096 : 1 / 4096.0;
        *d1 *= g * g, *x1 /= g, h[0] /= g, h[2] /= g;
    }
    for (; *d2 != 0 && (fabs(*d2) <= small || fabs(*d2) >= big); flag = -1) {
        double g = fabs(*d2) <= small ? 4096 : 1 / 4096.0;
        *d2 *= g * g, h[1] /= g, h[3] /= g;
    }
    return flag;
}

static void *rotation_at(const Rotation *v, int i, size_t n, int access) {
    if (!v->device) return v->p[i];
    return sim_work_range("a scalar (the pointer mode is device)", v->p[i],
                          n * four_bytes(v->type), 0, 1, access);
}

// param: the flag, and of h what the flag does not say.
static void put_table(Four t, void *p, int flag, const double h[4]) {
    four_put(t, p, 0, flag);
    for (size_t i = 0; i < 4; i++) {
        bool diagonal = i == 0 || i == 3;
        if (flag == -1 || (flag == 0 && !diagonal) || (flag == 1 && diagonal))
            four_put(t, p, 1 + i, h[i]);
    }
}

static bool run_rotation(void *args) {
    const Rotation *v = args;
    double x[4], h[4];
    void *at[5] = {NULL};
    for (int i = 0; i < 4 + v->modified; i++) {
        bool read = v->modified ? i < 4 : i < 2;
        bool write = !(v->modified && i == 3);
        at[i] = rotation_at(v, i, i == 4 ? 5 : 1,
                            (read ? SIM_READS : 0) | (write ? SIM_WRITES : 0));
        if (!at[i]) return false;
        if (i < 4) x[i] = read ? creal(four_get(v->type, at[i], 0)) : 0;
    }
    if (v->modified)
        put_table(v->type, at[4], make_modified(&x[0], &x[1], &x[2], x[3], h),
                  h);
    else
        make_givens(&x[0], &x[1], &x[2], &x[3]);
    for (int i = 0; i < 4 - v->modified; i++)
        four_put(v->type, at[i], 0, x[i]);
    return true;
}

static cublasStatus_t make_rotation(cublasHandle_t h, const char *name,
                                    Rotation v) {
    for (int i = 0; i < 4 + v.modified; i++)
        WANT(v.p[i]);
    v.device = h->pointers == CUBLAS_POINTER_MODE_DEVICE;
    SimWork w = {.name = name,
                 .run = run_rotation,
                 .args = &v,
                 .args_bytes = sizeof v,
                 .unit = four_is_wide(v.type) ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = 20,
                 .bytes = 64,
                 .grid = 1,
                 .block = 1,
                 .waits = !v.device};
    return blas_submit(h, w);
}

typedef struct Modified {
    Level1 v;
    const void *table;
    double param[5]; // of the host
    bool device;
} Modified;

static bool read_table(Modified *m) {
    if (!m->device) return true;
    Four t = m->v.type;
    const void *p =
        sim_work_range("a scalar (the pointer mode is device)", m->table,
                       5 * four_bytes(t), 0, 1, SIM_READS | SIM_PARTS);
    for (size_t i = 0; p && i < 5; i++)
        m->param[i] = creal(four_get(t, p, i));
    return p;
}

static bool run_modified(void *args) {
    Modified *m = args;
    const Level1 *v = &m->v;
    void *to_x = NULL, *to_y = NULL;
    if (!read_table(m)) return false;
    double flag = m->param[0];
    const double *h = m->param + 1;
    double h11 = flag == 0 ? 1 : h[0], h22 = flag == 0 ? 1 : h[3];
    double h21 = flag == 1 ? -1 : h[1], h12 = flag == 1 ? 1 : h[2];
    if (flag == -2) return true;
    Number *x = x_numbers(v, SIM_READS | SIM_WRITES, &to_x);
    Number *y = x ? y_numbers(v, SIM_READS | SIM_WRITES, &to_y) : NULL;
    for (int i = 0; y && i < v->n; i++) {
        Number a = x[i], b = y[i];
        x[i] = h11 * a + h12 * b;
        y[i] = h21 * a + h22 * b;
    }
    if (y) {
        four_scatter(v->type, to_x, v->n, v->incx, x);
        four_scatter(v->type, to_y, v->n, v->incy, y);
    }
    heap_free(x);
    heap_free(y);
    return to_y;
}

static cublasStatus_t turn_modified(cublasHandle_t h, const char *name,
                                    Level1 v, const void *param) {
    WANT(param);
    if (v.n <= 0) return CUBLAS_STATUS_SUCCESS;
    Modified m = {.v = v,
                  .table = param,
                  .device = h->pointers == CUBLAS_POINTER_MODE_DEVICE};
    for (size_t i = 0; !m.device && i < 5; i++)
        m.param[i] = creal(four_get(v.type, param, i));
    return four_submit(h, name, v.type, run_modified, &m, sizeof m, 6.0 * v.n,
                       4.0 * v.n);
}

#define ROTATIONS(L, T)                                                        \
    cublasStatus_t cublas##L##rotg_v2(KATA_H, T *a, T *b, T *c, T *s) {        \
        NEED(h);                                                               \
        Rotation v = {.type = FOUR_##L, .p = {a, b, c, s}};                    \
        return make_rotation(h, "cublas" #L "rotg", v);                        \
    }                                                                          \
    cublasStatus_t cublas##L##rotmg_v2(KATA_H, T *d1, T *d2, T *x1,            \
                                       const T *y1, T *param) {                \
        NEED(h);                                                               \
        Rotation v = {.type = FOUR_##L,                                        \
                      .modified = true,                                        \
                      .p = {d1, d2, x1, (void *)(uintptr_t)y1, param}};        \
        return make_rotation(h, "cublas" #L "rotmg", v);                       \
    }                                                                          \
    cublasStatus_t cublas##L##rotm_v2(KATA_H, int n, T *x, int incx, T *y,     \
                                      int incy, const T *param) {              \
        NEED(h);                                                               \
        return turn_modified(h, "cublas" #L "rotm", XY(L), param);             \
    }

ROTATIONS(S, float)
ROTATIONS(D, double)
