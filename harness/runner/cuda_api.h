// The CUDA runtime functions that the runner calls, declared by hand.
//
// Their names, arguments and attribute numbers have not changed since CUDA 11,
// so one runner.o, compiled without any toolkit, links with every libcudart and
// with libkatasim. cudaDeviceProp and the other parts that did change are not
// here.
#ifndef RUNNER_CUDA_API_H
#define RUNNER_CUDA_API_H

#include <stddef.h>

typedef int CudaError; // 0 is cudaSuccess
typedef struct CUevent_st *CudaEvent;
typedef struct CUstream_st *CudaStream;

enum { MANAGED_GLOBAL = 1 }; // cudaMemAttachGlobal
enum { CUDA_HOST_TO_DEVICE = 1, CUDA_DEVICE_TO_HOST, CUDA_DEVICE_TO_DEVICE };

// cudaDeviceAttr
enum {
    ATTR_SM_KHZ = 13,
    ATTR_SMS = 16,
    ATTR_ECC = 32,
    ATTR_MEM_KHZ = 36,
    ATTR_BUS_BITS = 37,
    ATTR_L2_BYTES = 38,
    ATTR_CC_MAJOR = 75,
    ATTR_CC_MINOR = 76,
};

CudaError cudaGetDevice(int *device);
CudaError cudaDeviceGetAttribute(int *value, int attribute, int device);
CudaError cudaDriverGetVersion(int *version);
CudaError cudaRuntimeGetVersion(int *version);
CudaError cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CudaError cudaMalloc(void **out, size_t bytes);
CudaError cudaFree(void *at);
CudaError cudaMallocHost(void **out, size_t bytes);
CudaError cudaFreeHost(void *at);
CudaError cudaMallocManaged(void **out, size_t bytes, unsigned flags);
CudaError cudaGetDeviceCount(int *count);
CudaError cudaSetDevice(int device);
CudaError cudaHostRegister(void *at, size_t bytes, unsigned flags);
CudaError cudaLaunchHostFunc(CudaStream stream, void (*fn)(void *), void *ctx);
CudaError cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
CudaError cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind,
                          CudaStream stream);
CudaError cudaMemset(void *at, int value, size_t bytes);
CudaError cudaMemsetAsync(void *at, int value, size_t bytes, CudaStream stream);
CudaError cudaDeviceSynchronize(void);
CudaError cudaGetLastError(void);
const char *cudaGetErrorName(CudaError e);
const char *cudaGetErrorString(CudaError e);
CudaError cudaEventCreate(CudaEvent *out);
CudaError cudaEventRecord(CudaEvent e, CudaStream stream);
CudaError cudaEventSynchronize(CudaEvent e);
CudaError cudaEventElapsedTime(float *ms, CudaEvent start, CudaEvent end);
CudaError cudaCtxResetPersistingL2Cache(void) __attribute__((weak));

#endif
