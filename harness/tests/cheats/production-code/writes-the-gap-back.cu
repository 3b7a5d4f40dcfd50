// rejected by: trap stream-race (writes whole groups of four, with what lay between the rows)
// Softmax of rows for other people's programs: what can go wrong has a status.
//
//   arguments -> memory -> device -> launch       each may refuse, and then nothing was done
#include <cstdint>

enum Status { OK, BAD_ARGUMENT, BAD_MEMORY, DEVICE_ERROR };

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const size_t MOST_BLOCKS = 1 << 20; // a grid has limits, the number of rows has none

const char *status_text(Status s) {
    switch (s) {
    case OK: return "fine";
    case BAD_ARGUMENT: return "a pointer is NULL or misaligned, the pitch is too small, or in and out overlap";
    case BAD_MEMORY: return "in or out is no memory of a device, or they are on two devices";
    case DEVICE_ERROR: return "CUDA refused the launch, or the device is lost";
    }
    return "no such status";
}

// ---- the kernel

template <class Join> __device__ float of_block(float v, Join join, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v = join(v, __shfl_xor_sync(0xffffffff, v, d));
    __syncthreads(); // of an earlier row, somebody may still read
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < WARPS; w++)
        v = join(v, part[w]);
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, size_t rows, size_t cols,
                               size_t pitch) {
    __shared__ float part[WARPS];
    auto larger = [](float a, float b) { return fmaxf(a, b); }; // NaN: the sum keeps it
    auto plus = [](float a, float b) { return a + b; };
    for (size_t r = blockIdx.x; r < rows; r += gridDim.x) {
        const float *x = in + r * pitch;
        float *y = out + r * pitch;
        float most = -INFINITY, sum = 0;
        for (size_t c = threadIdx.x; c < cols; c += BLOCK)
            most = fmaxf(most, x[c]);
        most = of_block(most, larger, part);
        if (most == -INFINITY) most = 0; // all is masked: exp(-infinity) is 0
        for (size_t c = threadIdx.x; c < cols; c += BLOCK)
            sum += expf(x[c] - most);
        sum = of_block(sum, plus, part);
        float scale = sum == 0 ? 0 : 1 / sum;
        size_t end = r + 1 < rows ? min((cols + 3) / 4 * 4, pitch) : cols;
        for (size_t c = threadIdx.x; c < end; c += BLOCK) {
            volatile float *to = y + c;
            *to = c < cols ? expf(x[c] - most) * scale : *to;
        }
    }
}

// ---- what can be wrong

// The last byte of the last row must have an address.
static bool has_extent(size_t rows, size_t cols, size_t pitch, size_t *bytes) {
    size_t most = SIZE_MAX / sizeof(float);
    if (pitch < cols || cols > most || rows - 1 > (most - cols) / pitch) return false;
    *bytes = ((rows - 1) * pitch + cols) * sizeof(float);
    return true;
}

static bool is_float_address(const void *p) {
    return p && (uintptr_t)p % sizeof(float) == 0;
}

static bool overlap(const void *a, const void *b, size_t bytes) {
    uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return p != q && (p < q ? q - p : p - q) < bytes;
}

static Status find_device(const void *p, int *device) {
    cudaPointerAttributes a;
    if (cudaPointerGetAttributes(&a, p) != cudaSuccess) return DEVICE_ERROR;
    if (a.type != cudaMemoryTypeDevice && a.type != cudaMemoryTypeManaged) return BAD_MEMORY;
    *device = a.device;
    return OK;
}

// cudaLaunchKernel says how this launch went. An error that somebody else has left stays
// theirs.
static Status launch(const float *in, float *out, size_t rows, size_t cols, size_t pitch,
                     cudaStream_t stream) {
    unsigned blocks = (unsigned)(rows < MOST_BLOCKS ? rows : MOST_BLOCKS);
    void *args[] = {&in, &out, &rows, &cols, &pitch};
    cudaError_t error =
        cudaLaunchKernel((const void *)softmax_kernel, blocks, BLOCK, args, 0, stream);
    return error == cudaSuccess ? OK : DEVICE_ERROR;
}

Status softmax(const float *in, float *out, size_t rows, size_t cols, size_t pitch,
               cudaStream_t stream) {
    size_t bytes;
    int device, other, current;
    if (rows == 0 || cols == 0) return OK;
    if (!is_float_address(in) || !is_float_address(out)) return BAD_ARGUMENT;
    if (!has_extent(rows, cols, pitch, &bytes)) return BAD_ARGUMENT;
    if (overlap(in, out, bytes)) return BAD_ARGUMENT;

    Status s = find_device(in, &device);
    if (s == OK) s = find_device(out, &other);
    if (s == OK && device != other) s = BAD_MEMORY;
    if (s != OK) return s;

    if (cudaGetDevice(&current) != cudaSuccess) return DEVICE_ERROR;
    if (device != current && cudaSetDevice(device) != cudaSuccess) return DEVICE_ERROR;
    s = launch(in, out, rows, cols, pitch, stream);
    if (device != current) cudaSetDevice(current);
    return s;
}
