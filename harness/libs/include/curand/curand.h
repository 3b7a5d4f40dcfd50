// cuRAND's host API as kata simulates it: for toolkits that come without
// NVIDIA's header. The names, numbers and parameters are those of the cuRAND
// documentation.
//
// Same bits as the toolkit's library: XORWOW, MRG32k3a and Philox4x32-10 in
// their default and legacy orders, Sobol32 in dimensions 1 to 37 (published
// direction numbers of Joe and Kuo); uniform numbers made of them. Normal
// numbers of these differ in the last bits at most, as GPUs and processors
// compute logarithms and sines in other ways.
//
// Right distribution, other numbers: MTGP32 and MT19937 (both are one stream of
// MT19937), the seeded order, Sobol in dimensions beyond 37, Sobol64 beyond its
// first 32 bits, scrambled Sobol (scrambled in another way), Poisson; doubles of
// Philox after an offset of 262144 and more.
#ifndef CURAND_H_
#define CURAND_H_

#include <stddef.h>

#ifdef KATA_LIBS_BUILD // the library itself is built without a toolkit
typedef struct SimStream *cudaStream_t;
typedef int libraryPropertyType;
#else
#include <cuda_runtime.h>
#endif

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VERSION   10400
#ifndef CURANDAPI
#define CURANDAPI
#endif

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
    CURAND_RNG_TEST = 0,
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef enum curandDirectionVectorSet {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st *curandGenerator_t;
#define KATA_RAND(name) curandStatus_t name

// ---- generators; of the host's, the results are in host memory
KATA_RAND(curandCreateGenerator)(curandGenerator_t *g, curandRngType_t type);
KATA_RAND(curandCreateGeneratorHost)
(curandGenerator_t *g, curandRngType_t type);
KATA_RAND(curandDestroyGenerator)(curandGenerator_t g);
KATA_RAND(curandSetStream)(curandGenerator_t g, cudaStream_t stream);
KATA_RAND(curandSetPseudoRandomGeneratorSeed)
(curandGenerator_t g, unsigned long long seed);
KATA_RAND(curandSetGeneratorOffset)
(curandGenerator_t g, unsigned long long offset);
KATA_RAND(curandSetGeneratorOrdering)
(curandGenerator_t g, curandOrdering_t order);
KATA_RAND(curandSetQuasiRandomGeneratorDimensions)
(curandGenerator_t g, unsigned dimensions);
KATA_RAND(curandGenerateSeeds)(curandGenerator_t g);
KATA_RAND(curandGetVersion)(int *version);
KATA_RAND(curandGetProperty)(libraryPropertyType type, int *value);

// ---- numbers: n of them; for d dimensions n/d of each, one after the other
KATA_RAND(curandGenerate)(curandGenerator_t g, unsigned *out, size_t n);
KATA_RAND(curandGenerateLongLong)
(curandGenerator_t g, unsigned long long *out, size_t n);
KATA_RAND(curandGenerateUniform)(curandGenerator_t g, float *out, size_t n);
KATA_RAND(curandGenerateUniformDouble)
(curandGenerator_t g, double *out, size_t n);
KATA_RAND(curandGenerateNormal)
(curandGenerator_t g, float *out, size_t n, float mean, float deviation);
KATA_RAND(curandGenerateNormalDouble)
(curandGenerator_t g, double *out, size_t n, double mean, double deviation);
KATA_RAND(curandGenerateLogNormal)
(curandGenerator_t g, float *out, size_t n, float mean, float deviation);
KATA_RAND(curandGenerateLogNormalDouble)
(curandGenerator_t g, double *out, size_t n, double mean, double deviation);
KATA_RAND(curandGeneratePoisson)
(curandGenerator_t g, unsigned *out, size_t n, double lambda);

// ---- tables for the device API
KATA_RAND(curandGetDirectionVectors32)
(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set);
KATA_RAND(curandGetDirectionVectors64)
(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set);
KATA_RAND(curandGetScrambleConstants32)(unsigned **constants);
KATA_RAND(curandGetScrambleConstants64)(unsigned long long **constants);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
