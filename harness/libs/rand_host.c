// cuRAND's host API.
//
// A call hands in one unit of work that draws from the generator when it runs.
// Generators of the host do the same at once, in host memory.
#include "libs/rand.h"

#include "base/heap.h"
#include "sim/library.h"

#include <curand.h>
#include <math.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);
int cudaFree(void *p);

#define WANT(ok, or)                                                           \
    if (!(ok)) return CURAND_STATUS_## or

struct curandGenerator_st {
    int type;
    bool on_host;
    struct SimStream *stream;
    uint64_t seed, offset;
    bool legacy;
    Words *words;      // made when the first number is drawn
    uint32_t dims;     // of Sobol's
    uint64_t position; // points that are drawn
};

static bool is_quasi(const struct curandGenerator_st *g) {
    return g->type >= CURAND_RNG_QUASI_SOBOL32;
}
static bool is_64(const struct curandGenerator_st *g) {
    return g->type >= CURAND_RNG_QUASI_SOBOL64;
}

// ---- generators

static curandStatus_t generator_new(curandGenerator_t *g, curandRngType_t type,
                                    bool on_host) {
    static const int types[] = {101, 121, 141, 142, 161, 201, 202, 203, 204};
    int t = type == CURAND_RNG_PSEUDO_DEFAULT  ? CURAND_RNG_PSEUDO_XORWOW
            : type == CURAND_RNG_QUASI_DEFAULT ? CURAND_RNG_QUASI_SOBOL32
                                               : (int)type;
    bool known = false;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        known |= types[i] == t;
    WANT(g && known, TYPE_ERROR);
    *g = heap_new(1, sizeof **g);
    (*g)->type = t;
    (*g)->on_host = on_host;
    (*g)->dims = 1;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *g,
                                     curandRngType_t type) {
    // As the real one it needs a device that lives.
    WANT(cudaFree(NULL) == 0, INITIALIZATION_FAILED);
    return generator_new(g, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g,
                                         curandRngType_t type) {
    return generator_new(g, type, true);
}

static void restart(curandGenerator_t g) {
    if (!g->on_host) cudaDeviceSynchronize(); // work may be waiting
    words_free(g->words);
    g->words = NULL;
    g->position = g->offset;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t g) {
    WANT(g, NOT_INITIALIZED);
    restart(g);
    heap_free(g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream) {
    WANT(g, NOT_INITIALIZED);
    g->stream = (struct SimStream *)stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g,
                                                  unsigned long long seed) {
    WANT(g, NOT_INITIALIZED);
    WANT(!is_quasi(g), TYPE_ERROR);
    g->seed = seed;
    restart(g);
    return CURAND_STATUS_SUCCESS;
}

// Those of the Mersenne twister have none.
curandStatus_t curandSetGeneratorOffset(curandGenerator_t g,
                                        unsigned long long offset) {
    WANT(g, NOT_INITIALIZED);
    WANT(g->type != CURAND_RNG_PSEUDO_MTGP32 &&
             g->type != CURAND_RNG_PSEUDO_MT19937,
         TYPE_ERROR);
    g->offset = offset;
    restart(g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g,
                                          curandOrdering_t order) {
    WANT(g, NOT_INITIALIZED);
    bool quasi = order == CURAND_ORDERING_QUASI_DEFAULT;
    WANT(quasi == is_quasi(g) && (quasi || (order >= 100 && order <= 104)),
         OUT_OF_RANGE);
    WANT(order != CURAND_ORDERING_PSEUDO_SEEDED ||
             g->type == CURAND_RNG_PSEUDO_XORWOW,
         OUT_OF_RANGE);
    g->legacy = order == CURAND_ORDERING_PSEUDO_LEGACY;
    restart(g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g,
                                                       unsigned dimensions) {
    WANT(g, NOT_INITIALIZED);
    WANT(is_quasi(g), TYPE_ERROR);
    WANT(dimensions >= 1 && dimensions <= SOBOL_DIMENSIONS, OUT_OF_RANGE);
    g->dims = dimensions;
    restart(g);
    return CURAND_STATUS_SUCCESS;
}

static void start(curandGenerator_t g) {
    if (is_quasi(g) || g->words) return;
    WordsKind kind = g->type == CURAND_RNG_PSEUDO_XORWOW     ? WORDS_XORWOW
                     : g->type == CURAND_RNG_PSEUDO_MRG32K3A ? WORDS_MRG32K3A
                     : g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10
                         ? WORDS_PHILOX
                         : WORDS_MT19937;
    g->words = words_new(kind, g->seed, g->offset, g->legacy);
}

// It is done when the first numbers are drawn, too.
curandStatus_t curandGenerateSeeds(curandGenerator_t g) {
    WANT(g, NOT_INITIALIZED);
    if (!g->on_host) cudaDeviceSynchronize();
    start(g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    WANT(version, OUT_OF_RANGE);
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
    static const int of[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR,
                             CURAND_VER_PATCH};
    WANT(value && (int)type >= 0 && (int)type < 3, OUT_OF_RANGE);
    *value = of[(int)type];
    return CURAND_STATUS_SUCCESS;
}

// ---- drawing

typedef enum Wanted {
    BITS,
    LONGS,
    UNIFORM,
    NORMAL,
    LOG_NORMAL,
    POISSON
} Wanted;

typedef struct Draw {
    curandGenerator_t g;
    Wanted what;
    bool wide; // doubles, not floats
    void *out;
    size_t n;
    double mean, deviation; // or lambda
} Draw;

static size_t draw_element(const Draw *d) {
    return d->what == LONGS || d->wide ? 8 : 4;
}

static void put_normal(const Draw *d, size_t i, double z) {
    if (d->wide) {
        z = d->mean + d->deviation * z;
        ((double *)d->out)[i] = d->what == LOG_NORMAL ? exp(z) : z;
    } else {
        float f = (float)d->mean + (float)d->deviation * (float)z;
        ((float *)d->out)[i] = d->what == LOG_NORMAL ? expf(f) : f;
    }
}

// Box and Muller's pair, sine first.
static void normal_pair(const Draw *d, double z[2]) {
    Words *w = d->g->words;
    double radius, sine, cosine;
    if (d->wide) {
        double u, v;
        words_two_doubles(w, &u, &v);
        radius = sqrt(-2 * log(u));
        sine = sin(v * 2 * M_PI);
        cosine = cos(v * 2 * M_PI);
    } else {
        float u, v;
        words_two_floats(w, &u, &v);
        radius = sqrtf(-2 * logf(u));
        sine = sinf(v);
        cosine = cosf(v);
    }
    z[0] = sine * radius;
    z[1] = cosine * radius;
}

static void draw_pairs(const Draw *d) {
    Words *w = d->g->words;
    bool places = words_have_places(w);
    uint64_t first = words_place(w) & 1; // 1: it begins within a pair
    uint64_t begin = words_place(w);
    double z[2];
    if (places) words_go_to(w, begin - first);
    for (size_t i = 0; i < d->n + first; i++) {
        if (i % 2 == 0) normal_pair(d, z);
        if (i >= first) put_normal(d, i - first, z[i % 2]);
    }
    if (places) words_go_to(w, begin + d->n);
}

static bool by_quantile(const Draw *d) {
    return is_quasi(d->g) || d->g->type == CURAND_RNG_PSEUDO_MTGP32 ||
           d->g->type == CURAND_RNG_PSEUDO_MT19937;
}

static bool draws_pairs(const Draw *d) {
    return (d->what == NORMAL || d->what == LOG_NORMAL) && !by_quantile(d);
}

static void draw_pseudo(const Draw *d, const Poisson *table) {
    Words *w = d->g->words;
    if (draws_pairs(d)) {
        draw_pairs(d);
        return;
    }
    for (size_t i = 0; i < d->n; i++)
        switch (d->what) {
        case BITS: ((uint32_t *)d->out)[i] = words_next(w); break;
        case UNIFORM:
            if (d->wide)
                ((double *)d->out)[i] = words_double(w);
            else
                ((float *)d->out)[i] = words_float(w);
            break;
        case POISSON:
            ((uint32_t *)d->out)[i] =
                poisson_quantile(table, words_next(w) * 0x1p-32 + 0x1p-33);
            break;
        default:
            put_normal(
                d, i,
                normal_quantile(d->wide ? words_double(w)
                                        : words_next(w) * 0x1p-32 + 0x1p-33));
        }
}

static uint64_t quasi_point(const struct curandGenerator_st *g, uint32_t dim,
                            uint64_t i) {
    bool scrambled = g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
                     g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    if (is_64(g))
        return sobol_point_64(sobol_vectors_64()[dim], i) ^
               (scrambled ? sobol_scrambles_64()[dim] : 0);
    return sobol_point_32(sobol_vectors_32()[dim], i) ^
           (scrambled ? sobol_scrambles_32()[dim] : 0);
}

static void put_quasi(const Draw *d, const Poisson *table, size_t i,
                      uint64_t x) {
    bool is64 = is_64(d->g);
    double u = is64 ? (double)(x >> 11) * 0x1p-53 + 0x1p-54
                    : (double)x * 0x1p-32 + 0x1p-33;
    switch (d->what) {
    case BITS: ((uint32_t *)d->out)[i] = (uint32_t)x; break;
    case LONGS: ((uint64_t *)d->out)[i] = x; break;
    case UNIFORM:
        if (!d->wide)
            ((float *)d->out)[i] =
                float_of_word((uint32_t)(is64 ? x >> 32 : x));
        else
            ((double *)d->out)[i] = is64 ? u : (double)x * 0x1p-32 + 0x1p-32;
        break;
    case POISSON: ((uint32_t *)d->out)[i] = poisson_quantile(table, u); break;
    case NORMAL:
    case LOG_NORMAL: put_normal(d, i, normal_quantile(u)); break;
    }
}

static void draw_quasi(const Draw *d, const Poisson *table) {
    size_t each = d->n / d->g->dims;
    for (uint32_t dim = 0; dim < d->g->dims; dim++)
        for (size_t i = 0; i < each; i++)
            put_quasi(d, table, dim * each + i,
                      quasi_point(d->g, dim, d->g->position + i));
    d->g->position += each;
}

static void draw_numbers(const Draw *d) {
    Poisson *table = d->what == POISSON ? poisson_new(d->mean) : NULL;
    start(d->g);
    if (is_quasi(d->g))
        draw_quasi(d, table);
    else
        draw_pseudo(d, table);
    poisson_free(table);
}

static bool run_draw(void *args) {
    Draw d = *(const Draw *)args;
    d.out = sim_work_range("the output", d.out, d.n * draw_element(&d), 0, 1,
                           SIM_WRITES);
    if (d.out) draw_numbers(&d);
    return d.out;
}

static curandStatus_t draw_from(const char *name, const void *caller,
                                const Draw *d) {
    const struct curandGenerator_st *g = d->g;
    WANT(g, NOT_INITIALIZED);
    WANT(d->out || d->n == 0, OUT_OF_RANGE);
    WANT(d->what != BITS || !is_64(g), TYPE_ERROR);
    WANT(d->what != LONGS || is_64(g), TYPE_ERROR);
    WANT(!is_quasi(g) || d->n % g->dims == 0, LENGTH_NOT_MULTIPLE);
    bool normal = d->what == NORMAL || d->what == LOG_NORMAL;
    WANT(!draws_pairs(d) || d->n % 2 == 0, LENGTH_NOT_MULTIPLE);
    if (d->n == 0) return CURAND_STATUS_SUCCESS;
    if (g->on_host) {
        draw_numbers(d);
        return CURAND_STATUS_SUCCESS;
    }
    double n = (double)d->n;
    SimWork w = {.name = name,
                 .stream = g->stream,
                 .run = run_draw,
                 .args = d,
                 .args_bytes = sizeof *d,
                 .bytes = n * (double)draw_element(d),
                 .unit = SIM_UNIT_F32,
                 .flops = n * (normal ? 40 : 10),
                 .grid = (unsigned)fmin(n / 1024 + 1, 1e9),
                 .block = 256};
    sim_work_from(caller);
    return sim_work_run(&w) == 0 ? CURAND_STATUS_SUCCESS
                                 : CURAND_STATUS_LAUNCH_FAILURE;
}

#define DRAW(name, ...)                                                        \
    do {                                                                       \
        Draw d_ = {.g = g, .out = out, .n = n, __VA_ARGS__};                   \
        return draw_from(#name, __builtin_return_address(0), &d_);             \
    } while (0)

curandStatus_t curandGenerate(curandGenerator_t g, unsigned *out, size_t n) {
    DRAW(curandGenerate, .what = BITS);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t g,
                                      unsigned long long *out, size_t n) {
    DRAW(curandGenerateLongLong, .what = LONGS);
}
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out,
                                     size_t n) {
    DRAW(curandGenerateUniform, .what = UNIFORM);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out,
                                           size_t n) {
    DRAW(curandGenerateUniformDouble, .what = UNIFORM, .wide = true);
}
curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n,
                                    float mean, float deviation) {
    DRAW(curandGenerateNormal, .what = NORMAL, .mean = (double)mean,
         .deviation = (double)deviation);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out,
                                          size_t n, double mean,
                                          double deviation) {
    DRAW(curandGenerateNormalDouble, .what = NORMAL, .wide = true, .mean = mean,
         .deviation = deviation);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out,
                                       size_t n, float mean, float deviation) {
    DRAW(curandGenerateLogNormal, .what = LOG_NORMAL, .mean = (double)mean,
         .deviation = (double)deviation);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out,
                                             size_t n, double mean,
                                             double deviation) {
    DRAW(curandGenerateLogNormalDouble, .what = LOG_NORMAL, .wide = true,
         .mean = mean, .deviation = deviation);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned *out,
                                     size_t n, double lambda) {
    WANT(lambda > 0 && lambda < 4e9, OUT_OF_RANGE);
    DRAW(curandGeneratePoisson, .what = POISSON, .mean = lambda);
}

// ---- tables for the device API

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *v[],
                                           curandDirectionVectorSet_t set) {
    WANT(v && (set == CURAND_DIRECTION_VECTORS_32_JOEKUO6 ||
               set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6),
         OUT_OF_RANGE);
    *v = (curandDirectionVectors32_t *)sobol_vectors_32();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *v[],
                                           curandDirectionVectorSet_t set) {
    WANT(v && (set == CURAND_DIRECTION_VECTORS_64_JOEKUO6 ||
               set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6),
         OUT_OF_RANGE);
    *v = (curandDirectionVectors64_t *)sobol_vectors_64();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants32(unsigned **constants) {
    WANT(constants, OUT_OF_RANGE);
    *constants = (unsigned *)sobol_scrambles_32();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
    WANT(constants, OUT_OF_RANGE);
    *constants = (unsigned long long *)sobol_scrambles_64();
    return CURAND_STATUS_SUCCESS;
}
