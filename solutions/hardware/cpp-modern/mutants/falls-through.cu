// rejected by: case largest (no break after the launch of the largest)
// says: The largest are overwritten with the smallest, as by a switch that goes on from one case into the next. Which case has no break?
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
    for (int d = 16; d > 0; d /= 2)
        total = Op::join(total, __shfl_xor_sync(ALL, total, d));
    if (lane == 0) out[row] = Op::end(total);
}

// In the order of op: the host chooses, once for each call.
using Kernel = void (*)(const float *, float *, int, int);
constexpr Kernel KERNELS[] = {row_kernel<Sum>,      row_kernel<Largest>,
                              row_kernel<Smallest>, row_kernel<Length>,
                              row_kernel<Positive>, row_kernel<Size>};

void reduce_rows(const float *in, float *out, int rows, int cols, int op) {
    if (rows == 0) return;
    int blocks = (rows + WARPS - 1) / WARPS;
    switch (op) {
 case 0: row_kernel<Sum><<<blocks, 32 * WARPS>>>(in, out, rows, cols);break;
 case 1: row_kernel<Largest><<<blocks, 32 * WARPS>>>(in, out, rows, cols);
 case 2: row_kernel<Smallest><<<blocks, 32 * WARPS>>>(in, out, rows, cols);break;
 case 3: row_kernel<Length><<<blocks, 32 * WARPS>>>(in, out, rows, cols); break;
 case 4: row_kernel<Positive><<<blocks, 32 * WARPS>>>(in, out, rows, cols); break;
 case 5: row_kernel<Size><<<blocks, 32 * WARPS>>>(in, out, rows, cols); break;}
}
