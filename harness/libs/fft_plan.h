// Inside cuFFT: a plan, and the work of one call.
#ifndef LIBS_FFT_PLAN_H
#define LIBS_FFT_PLAN_H

#include "base/base.h"
#include "sim/library.h"

#include <cufft.h>

enum { FFT_RANKS = 3, FFT_GPUS = 16 };

// The elements of one side, in address order: element (i, j, k) of transform b
// is at ((i * embed[1] + j) * embed[2] + k) * stride + b * dist.
typedef struct FftSide {
    int64_t embed[FFT_RANKS]; // embed[0] is not used
    int64_t stride, dist;
    int64_t last;   // elements along the last dimension that there are
    bool real;      // or complex
    size_t element; // bytes
} FftSide;

typedef struct FftPlan {
    bool made;
    bool basic; // dense by default: in place, real rows are padded
    cufftType type;
    int rank; // of n, 1 to 3
    int64_t n[FFT_RANKS];
    int64_t batch;
    FftSide in, out;
    struct SimStream *stream;
    // Of several GPUs: cufftXt.
    int ngpus, gpus[FFT_GPUS];
} FftPlan;

// The plan of a handle, or NULL.
FftPlan *fft_plan(cufftHandle handle);
// Fills the plan from what cufftMakePlanMany is given. inembed or onembed NULL:
// both sides are dense, and strides and distances do not count.
cufftResult fft_make(FftPlan *p, int rank, const int64_t *n,
                     const int64_t *inembed, int64_t istride, int64_t idist,
                     const int64_t *onembed, int64_t ostride, int64_t odist,
                     cufftType type, int64_t batch);
// The same for a handle; *bytes (or NULL): of the work area, for each GPU.
cufftResult fft_make_many(cufftHandle handle, int rank, const int64_t *n,
                          const int64_t *inembed, int64_t istride,
                          int64_t idist, const int64_t *onembed,
                          int64_t ostride, int64_t odist, cufftType type,
                          int64_t batch, size_t *bytes);
// Bytes of the larger side, each element once.
size_t fft_plan_bytes(const FftPlan *p);

// Transforms all batches, between memory of this process. in and out are the
// same or apart, but for layouts that differ in place.
void fft_compute(const FftPlan *p, const char *in, char *out, int sign);
// The bytes that a call takes from DRAM and returns there, and its operations.
void fft_cost(const FftPlan *p, double *bytes, double *flops);
// Hands the transform in, by the name that the program called. caller: from
// where.
cufftResult fft_submit(const FftPlan *p, const char *name, const void *caller,
                       const void *in, void *out, int sign);
// The same for a handle, whose plan has to be of that type.
cufftResult fft_execute(const char *name, const void *caller, cufftHandle plan,
                        cufftType type, const void *in, void *out, int sign);

#endif
