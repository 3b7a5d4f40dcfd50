// Reductions of the rows of a matrix. A warp has a row, and pointers to the functions
// of its operation.

const unsigned ALL = 0xffffffff;
const int WARPS = 8;

typedef float (*Join)(float, float);
typedef float (*Of)(float);

__device__ float add(float a, float b) { return a + b; }
__device__ float larger(float a, float b) { return fmaxf(a, b); }
__device__ float smaller(float a, float b) { return fminf(a, b); }
__device__ float itself(float x) { return x; }
__device__ float square(float x) { return x * x; }
__device__ float positive(float x) { return x > 0; }
__device__ float size(float x) { return fabsf(x); }

// TODO: no pointers. Who knows the operation before the kernel runs?
__device__ Join joins[] = {add, larger, smaller, add, add, larger};
__device__ Of ofs[] = {itself, itself, itself, square, positive, size};

__global__ void row_kernel(const float *in, float *out, int rows, int cols,
                           int op) {
    int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    in += (size_t)row * cols;
    Join join = joins[op];
    Of of = ofs[op];
    float total = op == 1 ? -INFINITY : op == 2 ? INFINITY : 0;
    for (int c = lane; c < cols; c += 32)
        total = join(total, of(in[c]));
    for (int d = 16; d > 0; d /= 2)
        total = join(total, __shfl_xor_sync(ALL, total, d));
    if (lane == 0) out[row] = op == 3 ? sqrtf(total) : total;
}

void reduce_rows(const float *in, float *out, int rows, int cols, int op) {
    if (rows == 0) return;
    row_kernel<<<(rows + WARPS - 1) / WARPS, 32 * WARPS>>>(in, out, rows, cols,
                                                           op);
}
