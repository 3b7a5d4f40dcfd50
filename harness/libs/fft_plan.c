// cuFFT: plans and the calls that programs make.
#include "libs/fft_plan.h"

#include "base/heap.h"

#include <pthread.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);

#define WANT(ok, or)                                                           \
    if (!(ok)) return or

// ---- handles: small numbers, as programs print them

static struct {
    pthread_mutex_t lock;
    FftPlan **at;
    int n;
} plans = {.lock = PTHREAD_MUTEX_INITIALIZER};

FftPlan *fft_plan(cufftHandle handle) {
    pthread_mutex_lock(&plans.lock);
    FftPlan *p = handle >= 1 && handle <= plans.n ? plans.at[handle - 1] : NULL;
    pthread_mutex_unlock(&plans.lock);
    return p;
}

cufftResult cufftCreate(cufftHandle *plan) {
    WANT(plan, CUFFT_INVALID_VALUE);
    pthread_mutex_lock(&plans.lock);
    int i = 0;
    while (i < plans.n && plans.at[i])
        i++;
    if (i == plans.n)
        plans.at = heap_grow(plans.at, (size_t)++plans.n, sizeof *plans.at);
    plans.at[i] = heap_new(1, sizeof **plans.at);
    *plan = i + 1;
    pthread_mutex_unlock(&plans.lock);
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
    FftPlan *p = fft_plan(plan);
    WANT(p, CUFFT_INVALID_PLAN);
    pthread_mutex_lock(&plans.lock);
    plans.at[plan - 1] = NULL;
    pthread_mutex_unlock(&plans.lock);
    heap_free(p);
    return CUFFT_SUCCESS;
}

// ---- making

static bool is_type(cufftType t) {
    return t == CUFFT_C2C || t == CUFFT_R2C || t == CUFFT_C2R ||
           t == CUFFT_Z2Z || t == CUFFT_D2Z || t == CUFFT_Z2D;
}

// The dense layout. In place, rows of real numbers are padded to the room that
// their complex ones take: the call tells whether it is in place.
static FftSide dense(const FftPlan *p, bool real) {
    bool half = real || p->in.real || p->out.real;
    int64_t n = p->n[p->rank - 1];
    FftSide s = {.stride = 1, .real = real};
    s.element = (p->type & 0x40 ? 8 : 4) * (real ? 1u : 2u);
    s.last = half && !real ? n / 2 + 1 : n;
    s.dist = s.last;
    for (int d = 0; d < p->rank; d++)
        s.embed[d] = d == p->rank - 1 ? s.last : p->n[d];
    for (int d = 0; d < p->rank - 1; d++)
        s.dist *= p->n[d];
    return s;
}

cufftResult fft_make(FftPlan *p, int rank, const int64_t *n,
                     const int64_t *inembed, int64_t istride, int64_t idist,
                     const int64_t *onembed, int64_t ostride, int64_t odist,
                     cufftType type, int64_t batch) {
    WANT(p && !p->made, CUFFT_INVALID_PLAN);
    WANT(is_type(type), CUFFT_INVALID_TYPE);
    WANT(rank >= 1 && rank <= FFT_RANKS && n, CUFFT_INVALID_VALUE);
    WANT(batch >= 1, CUFFT_INVALID_SIZE);
    for (int d = 0; d < rank; d++)
        WANT(n[d] >= 1 && n[d] < (int64_t)1 << 40, CUFFT_INVALID_SIZE);
    p->type = type;
    p->rank = rank;
    p->batch = batch;
    for (int d = 0; d < rank; d++)
        p->n[d] = n[d];
    bool from_real = type == CUFFT_R2C || type == CUFFT_D2Z;
    bool to_real = type == CUFFT_C2R || type == CUFFT_Z2D;
    p->in.real = from_real;
    p->out.real = to_real;
    FftSide in = dense(p, from_real), out = dense(p, to_real);
    p->basic = !inembed || !onembed;
    if (!p->basic) {
        WANT(istride >= 1 && ostride >= 1 && idist >= 0 && odist >= 0,
             CUFFT_INVALID_VALUE);
        for (int d = 1; d < rank; d++) {
            in.embed[d] = inembed[d];
            out.embed[d] = onembed[d];
            WANT(inembed[d] >= (d == rank - 1 ? in.last : n[d]) &&
                     onembed[d] >= (d == rank - 1 ? out.last : n[d]),
                 CUFFT_INVALID_SIZE);
        }
        in.stride = istride;
        in.dist = idist;
        out.stride = ostride;
        out.dist = odist;
    }
    p->in = in;
    p->out = out;
    p->made = true;
    return CUFFT_SUCCESS;
}

size_t fft_plan_bytes(const FftPlan *p) {
    size_t points = (size_t)p->batch;
    for (int d = 0; d < p->rank; d++)
        points *= (size_t)p->n[d];
    return points * max_of(p->in.element, p->out.element);
}

cufftResult fft_make_many(cufftHandle handle, int rank, const int64_t *n,
                          const int64_t *inembed, int64_t istride,
                          int64_t idist, const int64_t *onembed,
                          int64_t ostride, int64_t odist, cufftType type,
                          int64_t batch, size_t *bytes) {
    FftPlan *p = fft_plan(handle);
    WANT(p, CUFFT_INVALID_PLAN);
    cufftResult r = fft_make(p, rank, n, inembed, istride, idist, onembed,
                             ostride, odist, type, batch);
    // Of several GPUs there is a size for each.
    for (int i = 0; r == CUFFT_SUCCESS && bytes && i < max_of(p->ngpus, 1); i++)
        bytes[i] = fft_plan_bytes(p) / (size_t)max_of(p->ngpus, 1);
    return r;
}

// Makes a handle and its plan, or neither.
static cufftResult plan_new(cufftHandle *plan, int rank, const int64_t *n,
                            cufftType type, int64_t batch) {
    cufftResult r = cufftCreate(plan);
    if (r == CUFFT_SUCCESS)
        r = fft_make_many(*plan, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch,
                          NULL);
    if (r != CUFFT_SUCCESS && plan) cufftDestroy(*plan);
    return r;
}

// Sizes that a plan would have.
static cufftResult size_of_plan(int rank, const int64_t *n, cufftType type,
                                int64_t batch, size_t *bytes) {
    FftPlan p = {0};
    WANT(bytes, CUFFT_INVALID_VALUE);
    cufftResult r = fft_make(&p, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch);
    if (r == CUFFT_SUCCESS) *bytes = fft_plan_bytes(&p);
    return r;
}

// ints, which the older half of the interface has.
typedef struct Wide {
    int64_t n[FFT_RANKS];
} Wide;

static Wide widen(int rank, const int *n) {
    Wide w = {0};
    for (int d = 0; n && d < min_of(rank, (int)FFT_RANKS); d++)
        w.n[d] = n[d];
    return w;
}

// ---- entry points

#define N1                                                                     \
    (int64_t[]) {                                                              \
        nx                                                                     \
    }
#define N2                                                                     \
    (int64_t[]) {                                                              \
        nx, ny                                                                 \
    }
#define N3                                                                     \
    (int64_t[]) {                                                              \
        nx, ny, nz                                                             \
    }

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
    return plan_new(plan, 1, N1, type, batch);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    return plan_new(plan, 2, N2, type, 1);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz,
                        cufftType type) {
    return plan_new(plan, 3, N3, type, 1);
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, KATA_LAYOUT(int),
                          cufftType type, int batch) {
    cufftResult r = cufftCreate(plan);
    size_t bytes;
    if (r == CUFFT_SUCCESS)
        r = cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed,
                              ostride, odist, type, batch, &bytes);
    if (r != CUFFT_SUCCESS && plan) cufftDestroy(*plan);
    return r;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch,
                            size_t *bytes) {
    return fft_make_many(plan, 1, N1, NULL, 1, 0, NULL, 1, 0, type, batch,
                         bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type,
                            size_t *bytes) {
    return fft_make_many(plan, 2, N2, NULL, 1, 0, NULL, 1, 0, type, 1, bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz,
                            cufftType type, size_t *bytes) {
    return fft_make_many(plan, 3, N3, NULL, 1, 0, NULL, 1, 0, type, 1, bytes);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n,
                              KATA_LAYOUT(int), cufftType type, int batch,
                              size_t *bytes) {
    Wide w = widen(rank, n), in = widen(rank, inembed);
    Wide out = widen(rank, onembed);
    return fft_make_many(plan, rank, n ? w.n : NULL, inembed ? in.n : NULL,
                         istride, idist, onembed ? out.n : NULL, ostride, odist,
                         type, batch, bytes);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n,
                                KATA_LAYOUT(long long), cufftType type,
                                long long batch, size_t *bytes) {
    return fft_make_many(plan, rank, (int64_t *)n, (int64_t *)inembed, istride,
                         idist, (int64_t *)onembed, ostride, odist, type, batch,
                         bytes);
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *bytes) {
    return size_of_plan(1, N1, type, batch, bytes);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *bytes) {
    return size_of_plan(2, N2, type, 1, bytes);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type,
                            size_t *bytes) {
    return size_of_plan(3, N3, type, 1, bytes);
}
cufftResult cufftEstimateMany(int rank, int *n, KATA_LAYOUT(int),
                              cufftType type, int batch, size_t *bytes) {
    Wide w = widen(rank, n);
    (void)inembed, (void)istride, (void)idist;
    (void)onembed, (void)ostride, (void)odist;
    return size_of_plan(rank, n ? w.n : NULL, type, batch, bytes);
}
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch,
                           size_t *bytes) {
    WANT(fft_plan(plan), CUFFT_INVALID_PLAN);
    return size_of_plan(1, N1, type, batch, bytes);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type,
                           size_t *bytes) {
    WANT(fft_plan(plan), CUFFT_INVALID_PLAN);
    return size_of_plan(2, N2, type, 1, bytes);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz,
                           cufftType type, size_t *bytes) {
    WANT(fft_plan(plan), CUFFT_INVALID_PLAN);
    return size_of_plan(3, N3, type, 1, bytes);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n,
                             KATA_LAYOUT(int), cufftType type, int batch,
                             size_t *bytes) {
    WANT(fft_plan(plan), CUFFT_INVALID_PLAN);
    return cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride,
                             odist, type, batch, bytes);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n,
                               KATA_LAYOUT(long long), cufftType type,
                               long long batch, size_t *bytes) {
    WANT(fft_plan(plan), CUFFT_INVALID_PLAN);
    (void)inembed, (void)istride, (void)idist;
    (void)onembed, (void)ostride, (void)odist;
    return size_of_plan(rank, (int64_t *)n, type, batch, bytes);
}
cufftResult cufftGetSize(cufftHandle plan, size_t *bytes) {
    FftPlan *p = fft_plan(plan);
    WANT(p && p->made, CUFFT_INVALID_PLAN);
    WANT(bytes, CUFFT_INVALID_VALUE);
    *bytes = fft_plan_bytes(p);
    return CUFFT_SUCCESS;
}

// Nothing here needs an area of its own.
cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
    (void)area;
    return fft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic) {
    (void)automatic;
    return fft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    FftPlan *p = fft_plan(plan);
    WANT(p, CUFFT_INVALID_PLAN);
    p->stream = (struct SimStream *)stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int *version) {
    WANT(version, CUFFT_INVALID_VALUE);
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
    static const int of[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
    WANT(value && (int)type >= 0 && (int)type < 3, CUFFT_INVALID_VALUE);
    *value = of[(int)type];
    return CUFFT_SUCCESS;
}

// ---- transforms

// In place, rows of real numbers are as far apart as the complex ones.
static void pad_in_place(FftSide *real, const FftSide *complex,
                         const FftPlan *p) {
    int64_t room = 2 * complex->last;
    real->dist = room;
    for (int d = 0; d < p->rank - 1; d++)
        real->dist *= p->n[d];
    real->embed[p->rank - 1] = room;
}

cufftResult fft_execute(const char *name, const void *caller, cufftHandle plan,
                        cufftType type, const void *in, void *out, int sign) {
    FftPlan *p = fft_plan(plan);
    WANT(p && p->made, CUFFT_INVALID_PLAN);
    WANT(p->type == type && p->ngpus <= 1, CUFFT_INVALID_PLAN);
    WANT(sign == CUFFT_FORWARD || sign == CUFFT_INVERSE, CUFFT_INVALID_VALUE);
    FftPlan now = *p;
    bool padded = in == out && now.basic;
    if (padded && now.in.real) pad_in_place(&now.in, &now.out, p);
    if (padded && now.out.real) pad_in_place(&now.out, &now.in, p);
    return fft_submit(&now, name, caller, in, out, sign);
}

#define HERE __builtin_return_address(0)
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out,
                         int direction) {
    return fft_execute("cufftExecC2C", HERE, plan, CUFFT_C2C, in, out,
                       direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out) {
    return fft_execute("cufftExecR2C", HERE, plan, CUFFT_R2C, in, out,
                       CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out) {
    return fft_execute("cufftExecC2R", HERE, plan, CUFFT_C2R, in, out,
                       CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in,
                         cufftDoubleComplex *out, int direction) {
    return fft_execute("cufftExecZ2Z", HERE, plan, CUFFT_Z2Z, in, out,
                       direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in,
                         cufftDoubleComplex *out) {
    return fft_execute("cufftExecD2Z", HERE, plan, CUFFT_D2Z, in, out,
                       CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in,
                         cufftDoubleReal *out) {
    return fft_execute("cufftExecZ2D", HERE, plan, CUFFT_Z2D, in, out,
                       CUFFT_INVERSE);
}
