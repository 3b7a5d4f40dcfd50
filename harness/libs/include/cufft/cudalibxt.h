// Memory on several GPUs, as cuFFT's extended interface has it; see cufftXt.h.
#ifndef _CUDA_LIB_XT_H_
#define _CUDA_LIB_XT_H_

#include <stddef.h>

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000
#define MAX_CUDA_DESCRIPTOR_GPUS   64

typedef enum libFormat_t {
    LIB_FORMAT_CUFFT,
    LIB_FORMAT_UNDEFINED
} libFormat;

typedef struct cudaXtDesc_t {
    int version, nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];  // on GPUs[i]
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS]; // bytes
    void *cudaXtState;
} cudaXtDesc;

typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    libFormat library;
    int subFormat; // a cufftXtSubFormat
    void *libDescriptor;
} cudaLibXtDesc;

#endif
