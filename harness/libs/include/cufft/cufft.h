// cuFFT as kata simulates it: for toolkits that come without NVIDIA's header.
// The names, numbers and parameters are those of the cuFFT documentation.
#ifndef _CUFFT_H_
#define _CUFFT_H_

#include <stddef.h>

#ifdef KATA_LIBS_BUILD // the library itself is built without a toolkit
typedef struct SimStream *cudaStream_t;
typedef struct { float x, y; } cuComplex;
typedef struct { double x, y; } cuDoubleComplex;
typedef int libraryPropertyType;
typedef int cudaDataType;
#else
#include <cuComplex.h>
#include <driver_types.h>
#include <library_types.h>
#endif

#define CUFFT_VER_MAJOR 12
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0
#define CUFFT_VERSION   12000

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

// Neither direction divides by the number of elements.
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

typedef enum cufftType_t {
    CUFFT_C2C = 0x29,
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_Z2Z = 0x69,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c
} cufftType;

typedef enum cufftCompatibility_t {
    CUFFT_COMPATIBILITY_FFTW_PADDING = 1
} cufftCompatibility;
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING

typedef int cufftHandle;
#define CUFFT_PLAN_NULL (-1)
#define KATA_FFT(name) cufftResult name

// ---- plans
// A layout: element i of transform b is at b*dist + i*stride; in more dimensions
// embed[d] takes the place of n[d] in the address. embed NULL: dense.
#define KATA_LAYOUT(T)                                                         \
    T *inembed, T istride, T idist, T *onembed, T ostride, T odist
KATA_FFT(cufftCreate)(cufftHandle *plan);
KATA_FFT(cufftDestroy)(cufftHandle plan);
KATA_FFT(cufftPlan1d)(cufftHandle *plan, int nx, cufftType type, int batch);
KATA_FFT(cufftPlan2d)(cufftHandle *plan, int nx, int ny, cufftType type);
KATA_FFT(cufftPlan3d)
(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
KATA_FFT(cufftPlanMany)
(cufftHandle *plan, int rank, int *n, KATA_LAYOUT(int), cufftType type,
 int batch);
KATA_FFT(cufftMakePlan1d)
(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
KATA_FFT(cufftMakePlan2d)
(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
KATA_FFT(cufftMakePlan3d)
(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes);
KATA_FFT(cufftMakePlanMany)
(cufftHandle plan, int rank, int *n, KATA_LAYOUT(int), cufftType type,
 int batch, size_t *bytes);
KATA_FFT(cufftMakePlanMany64)
(cufftHandle plan, int rank, long long *n, KATA_LAYOUT(long long),
 cufftType type, long long batch, size_t *bytes);

// ---- work areas: the simulated library needs none; sizes are those of the data
KATA_FFT(cufftEstimate1d)(int nx, cufftType type, int batch, size_t *bytes);
KATA_FFT(cufftEstimate2d)(int nx, int ny, cufftType type, size_t *bytes);
KATA_FFT(cufftEstimate3d)
(int nx, int ny, int nz, cufftType type, size_t *bytes);
KATA_FFT(cufftEstimateMany)
(int rank, int *n, KATA_LAYOUT(int), cufftType type, int batch, size_t *bytes);
KATA_FFT(cufftGetSize1d)
(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
KATA_FFT(cufftGetSize2d)
(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
KATA_FFT(cufftGetSize3d)
(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes);
KATA_FFT(cufftGetSizeMany)
(cufftHandle plan, int rank, int *n, KATA_LAYOUT(int), cufftType type,
 int batch, size_t *bytes);
KATA_FFT(cufftGetSizeMany64)
(cufftHandle plan, int rank, long long *n, KATA_LAYOUT(long long),
 cufftType type, long long batch, size_t *bytes);
KATA_FFT(cufftGetSize)(cufftHandle plan, size_t *bytes);
KATA_FFT(cufftSetWorkArea)(cufftHandle plan, void *area);
KATA_FFT(cufftSetAutoAllocation)(cufftHandle plan, int automatic);

// ---- transforms
KATA_FFT(cufftExecC2C)
(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction);
KATA_FFT(cufftExecR2C)(cufftHandle plan, cufftReal *in, cufftComplex *out);
KATA_FFT(cufftExecC2R)(cufftHandle plan, cufftComplex *in, cufftReal *out);
KATA_FFT(cufftExecZ2Z)
(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out,
 int direction);
KATA_FFT(cufftExecD2Z)
(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out);
KATA_FFT(cufftExecZ2D)
(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out);

KATA_FFT(cufftSetStream)(cufftHandle plan, cudaStream_t stream);
KATA_FFT(cufftGetVersion)(int *version);
KATA_FFT(cufftGetProperty)(libraryPropertyType type, int *value);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
