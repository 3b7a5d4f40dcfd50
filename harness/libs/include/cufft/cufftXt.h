// cuFFT's extended interface as kata simulates it: sizes of 64 bits, and
// transforms on several GPUs.
//
// Transforms of complex numbers run on several GPUs, each of which holds a slab
// of the first dimension. NVIDIA's leave the result in another order until
// cufftXtMemcpy copies it from device to device; here it is in natural order at
// once. Callbacks (cufftXtSetCallback) are not offered.
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT,
    CUFFT_XT_FORMAT_OUTPUT,
    CUFFT_XT_FORMAT_INPLACE,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
    CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE,
    CUFFT_COPY_DEVICE_TO_HOST,
    CUFFT_COPY_DEVICE_TO_DEVICE,
    CUFFT_COPY_UNDEFINED
} cufftXtCopyType;

typedef enum cufftXtWorkAreaPolicy_t {
    CUFFT_WORKAREA_MINIMAL,
    CUFFT_WORKAREA_USER,
    CUFFT_WORKAREA_PERFORMANCE
} cufftXtWorkAreaPolicy;

// ---- 64 bits, types by name: CUDA_C_32F, CUDA_R_64F ...
#define KATA_LAYOUT64                                                          \
    long long *inembed, long long istride, long long idist,                    \
        cudaDataType in_type, long long *onembed, long long ostride,           \
        long long odist, cudaDataType out_type
KATA_FFT(cufftXtMakePlanMany)
(cufftHandle plan, int rank, long long *n, KATA_LAYOUT64, long long batch,
 size_t *bytes, cudaDataType execution);
KATA_FFT(cufftXtGetSizeMany)
(cufftHandle plan, int rank, long long *n, KATA_LAYOUT64, long long batch,
 size_t *bytes, cudaDataType execution);
KATA_FFT(cufftXtExec)(cufftHandle plan, void *in, void *out, int direction);
KATA_FFT(cufftXtSetWorkAreaPolicy)
(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *bytes);

// ---- several GPUs
KATA_FFT(cufftXtSetGPUs)(cufftHandle plan, int n, int *gpus);
KATA_FFT(cufftXtMalloc)
(cufftHandle plan, cudaLibXtDesc **data, cufftXtSubFormat format);
KATA_FFT(cufftXtFree)(cudaLibXtDesc *data);
KATA_FFT(cufftXtMemcpy)
(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
KATA_FFT(cufftXtSetWorkArea)(cufftHandle plan, void **areas);
KATA_FFT(cufftXtExecDescriptor)
(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
KATA_FFT(cufftXtExecDescriptorC2C)
(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
KATA_FFT(cufftXtExecDescriptorZ2Z)
(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
