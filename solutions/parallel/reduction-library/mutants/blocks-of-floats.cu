// rejected by: trap out-of-bounds | case against the clock (at most 1024 blocks, and room for a float of each)
// A reduction library: one call for every type, operation and size.
#include <float.h>
#include <limits.h>
#include <math.h>

enum Type { INT32, FLOAT32, FLOAT64 };
enum Op { SUM, SMALLEST, LARGEST };
enum How { AUTO, ONE_WARP, ONE_BLOCK, MANY_BLOCKS };

const int BLOCKS = 1024, THREADS = 256;

static How choose(size_t n, How how) {
    if (how != AUTO) return how;
    if (n <= 256) return ONE_WARP;
    if (n <= 16384) return ONE_BLOCK;
    return MANY_BLOCKS;
}

size_t reduce_bytes(Type type, size_t n, How how) {
    if (choose(n, how) != MANY_BLOCKS) return 0;
    return BLOCKS * sizeof(float);
}

template <Op op, class T> __device__ T neutral() {
    if (op == SUM) return 0;
    return op == SMALLEST ? (T)INFINITY : (T)-INFINITY;
}
template <> __device__ int neutral<SMALLEST, int>() { return INT_MAX; }
template <> __device__ int neutral<LARGEST, int>() { return INT_MIN; }

template <Op op, class T> __device__ T join(T a, T b) {
    if (op == SUM) return a + b;
    if (a != a) return a;
    if (b != b) return b;
    if (op == SMALLEST) return b < a ? b : a;
    return b > a ? b : a;
}

template <Op op, class T> __device__ T warp(T v) {
    for (int d = 16; d > 0; d /= 2)
        v = join<op>(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

template <Op op, class T> __global__ void pass(const T *in, T *out, size_t n) {
    __shared__ T part[32];
    T v = neutral<op, T>();
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        v = join<op>(v, in[i]);
    v = warp<op>(v);
    if (blockDim.x > 32) {
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
        __syncthreads();
        if (threadIdx.x < 32) {
            v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : neutral<op, T>();
            v = warp<op>(v);
        }
    }
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

template <Op op, class T>
cudaError_t run(const void *in, void *out, size_t n, How how, void *work, cudaStream_t s) {
    const T *x = (const T *)in;
    T *y = (T *)out, *w = (T *)work;
    if (how == ONE_WARP)
        pass<op, T><<<1, 32, 0, s>>>(x, y, n);
    else if (how == ONE_BLOCK)
        pass<op, T><<<1, 1024, 0, s>>>(x, y, n);
    else {
        size_t blocks = (n + THREADS * 4 - 1) / (THREADS * 4);
        if (blocks < 1) blocks = 1;
        if (blocks > BLOCKS) blocks = BLOCKS;
        pass<op, T><<<blocks, THREADS, 0, s>>>(x, w, n);
        cudaError_t e = cudaGetLastError();
        if (e != cudaSuccess) return e;
        pass<op, T><<<1, 256, 0, s>>>(w, y, blocks);
    }
    return cudaGetLastError();
}

template <class T>
cudaError_t run_op(const void *in, void *out, size_t n, Op op, How how, void *work, cudaStream_t s) {
    if (op == SUM) return run<SUM, T>(in, out, n, how, work, s);
    if (op == SMALLEST) return run<SMALLEST, T>(in, out, n, how, work, s);
    return run<LARGEST, T>(in, out, n, how, work, s);
}

// Reduces the n elements of `in` to out[0], both in device memory, in the order of `stream`.
cudaError_t reduce(const void *in, void *out, size_t n, Type type, Op op, How how, void *work,
                   size_t bytes, cudaStream_t stream) {
    if (type < INT32 || type > FLOAT64 || op < SUM || op > LARGEST || how < AUTO ||
        how > MANY_BLOCKS)
        return cudaErrorInvalidValue;
    if (!out || (!in && n > 0)) return cudaErrorInvalidValue;
    how = choose(n, how);
    size_t need = reduce_bytes(type, n, how);
    if (need > 0 && (!work || bytes < need)) return cudaErrorInvalidValue;
    if (type == INT32) return run_op<int>(in, out, n, op, how, work, stream);
    if (type == FLOAT32) return run_op<float>(in, out, n, op, how, work, stream);
    return run_op<double>(in, out, n, op, how, work, stream);
}
