// The driver's copies and fills.
#include "sim/driver/driver.h"

#include "sim/api/params.h"
#include "sim/runtime/clock.h"

// ---- of one row

CuResult cuMemcpy(CuPtr to, CuPtr from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemcpy(device_pointer(to), device_pointer(from), n, COPY_DEFAULT));
}

CuResult cuMemcpyAsync(CuPtr to, CuPtr from, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaMemcpyAsync(
        device_pointer(to), device_pointer(from), n, COPY_DEFAULT, s));
}

CuResult cuMemcpyHtoD_v2(CuPtr to, const void *from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemcpy(device_pointer(to), from, n, COPY_HOST_TO_DEVICE));
}

CuResult cuMemcpyHtoDAsync_v2(CuPtr to, const void *from, size_t n,
                              CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemcpyAsync(device_pointer(to), from, n, COPY_HOST_TO_DEVICE, s));
}

CuResult cuMemcpyDtoH_v2(void *to, CuPtr from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemcpy(to, device_pointer(from), n, COPY_DEVICE_TO_HOST));
}

CuResult cuMemcpyDtoHAsync_v2(void *to, CuPtr from, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemcpyAsync(to, device_pointer(from), n, COPY_DEVICE_TO_HOST, s));
}

CuResult cuMemcpyDtoD_v2(CuPtr to, CuPtr from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaMemcpy(device_pointer(to), device_pointer(from), n,
                                    COPY_DEVICE_TO_DEVICE));
}

CuResult cuMemcpyDtoDAsync_v2(CuPtr to, CuPtr from, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaMemcpyAsync(
        device_pointer(to), device_pointer(from), n, COPY_DEVICE_TO_DEVICE, s));
}

CuResult cuMemcpyPeer(CuPtr to, CuContext to_context, CuPtr from,
                      CuContext from_context, size_t n) {
    DRIVER(WANTS_CONTEXT);
    int a, b;
    CuResult e = cuCtxGetDevice_v2(&a, to_context);
    if (!e) e = cuCtxGetDevice_v2(&b, from_context);
    if (e) return e;
    return driver_result(
        cudaMemcpyPeer(device_pointer(to), a, device_pointer(from), b, n));
}

CuResult cuMemcpyPeerAsync(CuPtr to, CuContext to_context, CuPtr from,
                           CuContext from_context, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    int a, b;
    CuResult e = cuCtxGetDevice_v2(&a, to_context);
    if (!e) e = cuCtxGetDevice_v2(&b, from_context);
    if (e) return e;
    return driver_result(cudaMemcpyPeerAsync(device_pointer(to), a,
                                             device_pointer(from), b, n, s));
}

// ---- of boxes, which arrays may be

static void *end_address(int type, void *host, CuPtr device) {
    return type == CU_ON_HOST ? host : device_pointer(device);
}

// Bytes of an element of an array, or 0: it is none.
static size_t element_of(CudaArray array) {
    ChannelDesc d;
    if (cudaGetChannelDesc(&d, array)) return 0;
    return (size_t)(d.bits[0] + d.bits[1] + d.bits[2] + d.bits[3]) / 8;
}

// One end of a copy in the runtime's words. unit: bytes that its x counts.
static bool fill_end(const CuEnd3D *e, CudaArray *array, Extent *at,
                     PitchedPtr *p, size_t *unit) {
    if (e->level || e->type < CU_ON_HOST || e->type > CU_UNIFIED) return false;
    *unit = 1;
    *at = (Extent){e->x_bytes, e->y, e->z};
    if (e->type != CU_IN_ARRAY) {
        *p = (PitchedPtr){.p = end_address(e->type, e->host, e->device),
                          .pitch = e->pitch,
                          .height = e->height};
        return true;
    }
    *array = e->array;
    *unit = element_of(e->array);
    if (!*unit || e->x_bytes % *unit) return false;
    at->width /= *unit;
    return true;
}

static bool fill_copy(const CuCopy3D *c, Copy3D *out) {
    size_t from_unit, to_unit;
    CudaArray from = NULL, to = NULL;
    *out = (Copy3D){.extent = {c->width_bytes, c->height, c->depth},
                    .kind = COPY_DEFAULT};
    if (!fill_end(&c->from, &from, &out->from_at, &out->from, &from_unit) ||
        !fill_end(&c->to, &to, &out->to_at, &out->to, &to_unit))
        return false;
    out->from_array = from;
    out->to_array = to;
    // With an array the width is in its elements.
    size_t unit = from ? from_unit : to_unit;
    if (out->extent.width % unit) return false;
    out->extent.width /= unit;
    // Pitches that are left out are those of rows without gaps.
    size_t rows = c->height;
    if (!out->from.pitch) out->from.pitch = c->width_bytes;
    if (!out->to.pitch) out->to.pitch = c->width_bytes;
    if (!out->from.height) out->from.height = rows;
    if (!out->to.height) out->to.height = rows;
    return true;
}

static CuResult copy_boxes(const CuCopy3D *c, CudaStream s, bool wait) {
    Copy3D copy;
    if (!c || !fill_copy(c, &copy)) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(wait ? cudaMemcpy3D(&copy)
                              : cudaMemcpy3DAsync(&copy, s));
}

static CuEnd3D deep_end(const CuEnd2D *e) {
    return (CuEnd3D){.x_bytes = e->x_bytes,
                     .y = e->y,
                     .type = e->type,
                     .host = e->host,
                     .device = e->device,
                     .array = e->array,
                     .pitch = e->pitch};
}

static CuResult copy_rows(const CuCopy2D *c, CudaStream s, bool wait) {
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    CuCopy3D deep = {.from = deep_end(&c->from),
                     .to = deep_end(&c->to),
                     .width_bytes = c->width_bytes,
                     .height = c->height,
                     .depth = 1};
    return copy_boxes(&deep, s, wait);
}

CuResult cuMemcpy2D_v2(const CuCopy2D *c) {
    DRIVER(WANTS_CONTEXT);
    return copy_rows(c, NULL, true);
}

CuResult cuMemcpy2DUnaligned_v2(const CuCopy2D *c) {
    DRIVER(WANTS_CONTEXT);
    return copy_rows(c, NULL, true);
}

CuResult cuMemcpy2DAsync_v2(const CuCopy2D *c, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return copy_rows(c, s, false);
}

CuResult cuMemcpy3D_v2(const CuCopy3D *c) {
    DRIVER(WANTS_CONTEXT);
    return copy_boxes(c, NULL, true);
}

CuResult cuMemcpy3DAsync_v2(const CuCopy3D *c, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return copy_boxes(c, s, false);
}

// ---- arrays in one row

static CuResult copy_array(CudaArray array, size_t at, void *other, size_t n,
                           bool to_array, CudaStream s, bool wait) {
    CuEnd3D a = {.x_bytes = at, .type = CU_IN_ARRAY, .array = array};
    CuEnd3D b = {.type = CU_UNIFIED, .device = (CuPtr)(uintptr_t)other};
    CuCopy3D c = {.from = to_array ? b : a,
                  .to = to_array ? a : b,
                  .width_bytes = n,
                  .height = 1,
                  .depth = 1};
    return copy_boxes(&c, s, wait);
}

CuResult cuMemcpyHtoA_v2(CudaArray to, size_t at, const void *from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return copy_array(to, at, (void *)(uintptr_t)from, n, true, NULL, true);
}

CuResult cuMemcpyAtoH_v2(void *to, CudaArray from, size_t at, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return copy_array(from, at, to, n, false, NULL, true);
}

CuResult cuMemcpyDtoA_v2(CudaArray to, size_t at, CuPtr from, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return copy_array(to, at, device_pointer(from), n, true, NULL, true);
}

CuResult cuMemcpyAtoD_v2(CuPtr to, CudaArray from, size_t at, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return copy_array(from, at, device_pointer(to), n, false, NULL, true);
}

// ---- fills

// width in elements of unit bytes.
static CuResult fill(CuPtr to, size_t pitch, unsigned value, unsigned unit,
                     size_t width, size_t height, CudaStream s) {
    if (to % unit || (height > 1 && pitch % unit))
        return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    MemsetParams m = {device_pointer(to), pitch, value, unit, width, height};
    Task task;
    CudaError e = r->dev->sticky;
    if (!e) e = graph_memset_task(&m, &task);
    if (!e) e = task_submit(r, &task, s);
    return driver_result(runtime_leave(r, e));
}

CuResult cuMemsetD8_v2(CuPtr p, unsigned char v, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n, v, 1, n, 1, NULL);
}

CuResult cuMemsetD16_v2(CuPtr p, unsigned short v, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n * 2, v, 2, n, 1, NULL);
}

CuResult cuMemsetD32_v2(CuPtr p, unsigned v, size_t n) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n * 4, v, 4, n, 1, NULL);
}

CuResult cuMemsetD8Async(CuPtr p, unsigned char v, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n, v, 1, n, 1, s);
}

CuResult cuMemsetD16Async(CuPtr p, unsigned short v, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n * 2, v, 2, n, 1, s);
}

CuResult cuMemsetD32Async(CuPtr p, unsigned v, size_t n, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, n * 4, v, 4, n, 1, s);
}

CuResult cuMemsetD2D8_v2(CuPtr p, size_t pitch, unsigned char v, size_t width,
                         size_t height) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 1, width, height, NULL);
}

CuResult cuMemsetD2D16_v2(CuPtr p, size_t pitch, unsigned short v, size_t width,
                          size_t height) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 2, width, height, NULL);
}

CuResult cuMemsetD2D32_v2(CuPtr p, size_t pitch, unsigned v, size_t width,
                          size_t height) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 4, width, height, NULL);
}

CuResult cuMemsetD2D8Async(CuPtr p, size_t pitch, unsigned char v, size_t width,
                           size_t height, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 1, width, height, s);
}

CuResult cuMemsetD2D16Async(CuPtr p, size_t pitch, unsigned short v,
                            size_t width, size_t height, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 2, width, height, s);
}

CuResult cuMemsetD2D32Async(CuPtr p, size_t pitch, unsigned v, size_t width,
                            size_t height, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return fill(p, pitch, v, 4, width, height, s);
}

PER_THREAD(cuMemcpy, _ptds)
PER_THREAD(cuMemcpyAsync, _ptsz)
PER_THREAD(cuMemcpyHtoD_v2, _ptds)
PER_THREAD(cuMemcpyHtoDAsync_v2, _ptsz)
PER_THREAD(cuMemcpyDtoH_v2, _ptds)
PER_THREAD(cuMemcpyDtoHAsync_v2, _ptsz)
PER_THREAD(cuMemcpyDtoD_v2, _ptds)
PER_THREAD(cuMemcpyDtoDAsync_v2, _ptsz)
PER_THREAD(cuMemcpyPeer, _ptds)
PER_THREAD(cuMemcpyPeerAsync, _ptsz)
PER_THREAD(cuMemcpy2D_v2, _ptds)
PER_THREAD(cuMemcpy2DUnaligned_v2, _ptds)
PER_THREAD(cuMemcpy2DAsync_v2, _ptsz)
PER_THREAD(cuMemcpy3D_v2, _ptds)
PER_THREAD(cuMemcpy3DAsync_v2, _ptsz)
PER_THREAD(cuMemcpyHtoA_v2, _ptds)
PER_THREAD(cuMemcpyAtoH_v2, _ptds)
PER_THREAD(cuMemcpyDtoA_v2, _ptds)
PER_THREAD(cuMemcpyAtoD_v2, _ptds)
PER_THREAD(cuMemsetD8_v2, _ptds)
PER_THREAD(cuMemsetD16_v2, _ptds)
PER_THREAD(cuMemsetD32_v2, _ptds)
PER_THREAD(cuMemsetD8Async, _ptsz)
PER_THREAD(cuMemsetD16Async, _ptsz)
PER_THREAD(cuMemsetD32Async, _ptsz)
PER_THREAD(cuMemsetD2D8_v2, _ptds)
PER_THREAD(cuMemsetD2D16_v2, _ptds)
PER_THREAD(cuMemsetD2D32_v2, _ptds)
PER_THREAD(cuMemsetD2D8Async, _ptsz)
PER_THREAD(cuMemsetD2D16Async, _ptsz)
PER_THREAD(cuMemsetD2D32Async, _ptsz)
