// rejected by: case length | case (adds up the roots of the lanes)
// says: These are the sums of 32 roots, one of each lane. Join the sums of the lanes first, and take the root once, at the end.
// Reductions of the rows of a matrix. A warp has a row; the operation is a type, so
// the compiler makes a kernel for each.

const unsigned ALL = 0xffffffff;
const int WARPS = 8;

// An operation begins with start(), takes each element as of(x), joins two results, and
// ends with end(). Those that add need not say so.
struct Sum {
    static __device__ float start() { return 0.0f; }
    static __device__ float of(float x) { return x; }
    static __device__ float join(float a, float b) { return a + b; }
    static __device__ float end(float a) { return a; }
};

struct Length : Sum {
    static __device__ float of(float x) { return x * x; }
    static __device__ float end(float a) { return sqrtf(a); }
};

struct Positive : Sum {
    static __device__ float of(float x) { return x > 0.0f; }
};

struct Largest : Sum {
    static __device__ float start() { return -INFINITY; }
    static __device__ float join(float a, float b) { return fmaxf(a, b); }
};

struct Size : Largest {
    static __device__ float start() { return 0.0f; }
    static __device__ float of(float x) { return fabsf(x); }
};

struct Smallest : Sum {
    static __device__ float start() { return INFINITY; }
    static __device__ float join(float a, float b) { return fminf(a, b); }
};

template <class Op>
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    in += (size_t)row * cols;
    float total = Op::start();
#pragma unroll 8
    for (int c = lane; c < cols; c += 32)
        total = Op::join(total, Op::of(in[c]));
    total = Op::end(total);
    for (int d = 16; d > 0; d /= 2)
        total = Op::join(total, __shfl_xor_sync(ALL, total, d));
    if (lane == 0) out[row] = total;
}

// In the order of op: the host chooses, once for each call.
using Kernel = void (*)(const float *, float *, int, int);
constexpr Kernel KERNELS[] = {row_kernel<Sum>,      row_kernel<Largest>,
                              row_kernel<Smallest>, row_kernel<Length>,
                              row_kernel<Positive>, row_kernel<Size>};

void reduce_rows(const float *in, float *out, int rows, int cols, int op) {
    if (rows == 0) return;
    int blocks = (rows + WARPS - 1) / WARPS;
    KERNELS[op]<<<blocks, 32 * WARPS>>>(in, out, rows, cols);
}
