// rejected by: case the device is lost (any error about a pointer is BAD_MEMORY)
#include <cmath>
#include <cstdint>

enum Status { OK, BAD_ARGUMENT, BAD_MEMORY, DEVICE_ERROR };

const char *status_text(Status s) {
    switch (s) {
    case OK: return "ok";
    case BAD_ARGUMENT: return "bad argument";
    case BAD_MEMORY: return "not memory of one device";
    case DEVICE_ERROR: return "error of the device";
    }
    return "unknown status";
}

__global__ void softmax_kernel(const float *in, float *out, size_t rows,
                               size_t cols, size_t pitch) {
    __shared__ float part[256];
    int t = threadIdx.x;
    for (size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float *x = in + row * pitch;
        float *y = out + row * pitch;
        float v = -INFINITY;
        bool bad = false;
        for (size_t c = t; c < cols; c += 256) {
            v = fmaxf(v, x[c]);
            bad |= isnan(x[c]);
        }
        int nan = __syncthreads_or(bad);
        part[t] = v;
        for (int d = 128; d > 0; d /= 2) {
            __syncthreads();
            if (t < d) part[t] = fmaxf(part[t], part[t + d]);
        }
        __syncthreads();
        float most = part[0];
        __syncthreads();
        v = 0;
        if (!nan && most != -INFINITY && most != INFINITY)
            for (size_t c = t; c < cols; c += 256)
                v += expf(x[c] - most);
        part[t] = v;
        for (int d = 128; d > 0; d /= 2) {
            __syncthreads();
            if (t < d) part[t] += part[t + d];
        }
        __syncthreads();
        float sum = part[0];
        for (size_t c = t; c < cols; c += 256)
            y[c] = nan || most == INFINITY ? NAN
                   : most == -INFINITY     ? 0
                                           : expf(x[c] - most) / sum;
        __syncthreads();
    }
}

static Status device_of(const void *p, int *device) {
    cudaPointerAttributes a;
    cudaError_t e = cudaPointerGetAttributes(&a, p);
    if (e != cudaSuccess) return BAD_MEMORY;
    if (a.type != cudaMemoryTypeDevice && a.type != cudaMemoryTypeManaged)
        return BAD_MEMORY;
    *device = a.device;
    return OK;
}

Status softmax(const float *in, float *out, size_t rows, size_t cols,
               size_t pitch, cudaStream_t stream) {
    if (rows == 0 || cols == 0) return OK;
    if (!in || !out) return BAD_ARGUMENT;
    uintptr_t a = (uintptr_t)in, b = (uintptr_t)out;
    if (a % 4 || b % 4) return BAD_ARGUMENT;
    if (pitch < cols) return BAD_ARGUMENT;
    const size_t MOST = SIZE_MAX / sizeof(float);
    if (cols > MOST) return BAD_ARGUMENT;
    if (rows > 1 && pitch > (MOST - cols) / (rows - 1)) return BAD_ARGUMENT;
    size_t bytes = ((rows - 1) * pitch + cols) * sizeof(float);
    if (a > UINTPTR_MAX - (bytes - 1) || b > UINTPTR_MAX - (bytes - 1))
        return BAD_ARGUMENT;
    if (a != b && a <= b + (bytes - 1) && b <= a + (bytes - 1))
        return BAD_ARGUMENT;

    int one, two, before;
    Status found = device_of(in, &one);
    if (found == OK) found = device_of(out, &two);
    if (found != OK) return found;
    if (one != two) return BAD_MEMORY;
    if (cudaGetDevice(&before) != cudaSuccess) return DEVICE_ERROR;
    if (cudaSetDevice(one) != cudaSuccess) return DEVICE_ERROR;
    unsigned blocks = rows < 65535 ? rows : 65535;
    void *args[] = {&in, &out, &rows, &cols, &pitch};
    cudaError_t e = cudaLaunchKernel((const void *)softmax_kernel, dim3(blocks),
                                     dim3(256), args, 0, stream);
    cudaSetDevice(before);
    return e == cudaSuccess ? OK : DEVICE_ERROR;
}
