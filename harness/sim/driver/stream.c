// The driver's streams and events: those of the runtime.
#include "sim/driver/driver.h"

// ---- streams

CuResult cuStreamCreate(CudaStream *s, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamCreateWithFlags(s, flags));
}

CuResult cuStreamCreateWithPriority(CudaStream *s, unsigned flags,
                                    int priority) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamCreateWithPriority(s, flags, priority));
}

CuResult cuStreamDestroy_v2(CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamDestroy(s));
}

CuResult cuStreamSynchronize(CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamSynchronize(s));
}

CuResult cuStreamQuery(CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamQuery(s));
}

CuResult cuStreamWaitEvent(CudaStream s, CudaEvent e, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamWaitEvent(s, e, flags));
}

CuResult cuStreamGetPriority(CudaStream s, int *priority) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamGetPriority(s, priority));
}

CuResult cuStreamGetFlags(CudaStream s, unsigned *flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamGetFlags(s, flags));
}

CuResult cuStreamGetId(CudaStream s, unsigned long long *id) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamGetId(s, id));
}

CuResult cuStreamGetDevice(CudaStream s, int *device) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamGetDevice(s, device));
}

// Contexts of one device share its streams: the current one if it is of the
// stream's.
CuResult cuStreamGetCtx(CudaStream s, CuContext *context) {
    DRIVER(WANTS_CONTEXT);
    int device = 0;
    CudaError e = cudaStreamGetDevice(s, &device);
    if (e) return driver_result(e);
    SimContext *c = context_current();
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (c->device != device) return CUDA_ERROR_INVALID_CONTEXT;
    *context = c;
    return CUDA_SUCCESS;
}

CuResult cuStreamAddCallback(CudaStream s,
                             void (*fn)(CudaStream, CuResult, void *),
                             void *ctx, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamAddCallback(s, fn, ctx, flags));
}

CuResult cuLaunchHostFunc(CudaStream s, void (*fn)(void *), void *ctx) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaLaunchHostFunc(s, fn, ctx));
}

CuResult cuStreamAttachMemAsync(CudaStream s, CuPtr p, size_t n,
                                unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaStreamAttachMemAsync(s, (void *)(uintptr_t)p, n, flags));
}

CuResult cuStreamCopyAttributes(CudaStream to, CudaStream from) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamCopyAttributes(to, from));
}

CuResult cuStreamGetAttribute(CudaStream s, int which, void *value) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamGetAttribute(s, which, value));
}

CuResult cuStreamSetAttribute(CudaStream s, int which, const void *value) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamSetAttribute(s, which, value));
}

// ---- capture

CuResult cuStreamBeginCapture_v2(CudaStream s, int mode) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamBeginCapture(s, mode));
}

CuResult cuStreamEndCapture(CudaStream s, CudaGraph *g) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamEndCapture(s, g));
}

CuResult cuStreamIsCapturing(CudaStream s, int *status) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaStreamIsCapturing(s, status));
}

CuResult cuThreadExchangeStreamCaptureMode(int *mode) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaThreadExchangeStreamCaptureMode(mode));
}

CuResult cuStreamGetCaptureInfo_v2(CudaStream s, int *status,
                                   unsigned long long *id, CudaGraph *g,
                                   const CudaNode **tips, size_t *n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaStreamGetCaptureInfo_v2(s, status, id, g, tips, n));
}

CuResult cuStreamGetCaptureInfo_v3(CudaStream s, int *status,
                                   unsigned long long *id, CudaGraph *g,
                                   const CudaNode **tips,
                                   const EdgeData **edges, size_t *n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaStreamGetCaptureInfo_v3(s, status, id, g, tips, edges, n));
}

// ---- events

CuResult cuEventCreate(CudaEvent *e, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventCreateWithFlags(e, flags));
}

CuResult cuEventDestroy_v2(CudaEvent e) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventDestroy(e));
}

CuResult cuEventRecord(CudaEvent e, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventRecord(e, s));
}

CuResult cuEventRecordWithFlags(CudaEvent e, CudaStream s, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventRecordWithFlags(e, s, flags));
}

CuResult cuEventSynchronize(CudaEvent e) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventSynchronize(e));
}

CuResult cuEventQuery(CudaEvent e) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventQuery(e));
}

CuResult cuEventElapsedTime(float *ms, CudaEvent from, CudaEvent to) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventElapsedTime(ms, from, to));
}

CuResult cuEventElapsedTime_v2(float *ms, CudaEvent from, CudaEvent to) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaEventElapsedTime(ms, from, to));
}

PER_THREAD(cuStreamSynchronize, _ptsz)
PER_THREAD(cuStreamQuery, _ptsz)
PER_THREAD(cuStreamWaitEvent, _ptsz)
PER_THREAD(cuStreamGetPriority, _ptsz)
PER_THREAD(cuStreamGetFlags, _ptsz)
PER_THREAD(cuStreamGetId, _ptsz)
PER_THREAD(cuStreamGetDevice, _ptsz)
PER_THREAD(cuStreamGetCtx, _ptsz)
PER_THREAD(cuStreamAddCallback, _ptsz)
PER_THREAD(cuLaunchHostFunc, _ptsz)
PER_THREAD(cuStreamAttachMemAsync, _ptsz)
PER_THREAD(cuStreamCopyAttributes, _ptsz)
PER_THREAD(cuStreamGetAttribute, _ptsz)
PER_THREAD(cuStreamSetAttribute, _ptsz)
PER_THREAD(cuStreamBeginCapture_v2, _ptsz)
PER_THREAD(cuStreamEndCapture, _ptsz)
PER_THREAD(cuStreamIsCapturing, _ptsz)
PER_THREAD(cuStreamGetCaptureInfo_v2, _ptsz)
PER_THREAD(cuStreamGetCaptureInfo_v3, _ptsz)
PER_THREAD(cuEventRecord, _ptsz)
PER_THREAD(cuEventRecordWithFlags, _ptsz)
