// rejected by: gate host_waits (two sums of each step go through the host)
// Conjugate gradients: A x = b, with a sparse matrix by compressed rows.

const int BLOCK = 256;

__global__ void multiply_kernel(const int *offsets, const int *cols, const float *values,
                                const float *x, float *y, int rows) {
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[cols[i]];
    y[row] = sum;
}

// y = x + factor * y
__global__ void scale_add_kernel(const float *x, float factor, float *y, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) y[i] = x[i] + factor * y[i];
}

// y += factor * x
__global__ void add_kernel(const float *x, float factor, float *y, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) y[i] += factor * x[i];
}

__global__ void dot_kernel(const float *x, const float *y, double *sum, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float v = i < n ? x[i] * y[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, (double)v);
}

static double *sum; // of the device

static double dot(const float *x, const float *y, int n) {
    double result;
    cudaMemsetAsync(sum, 0, sizeof *sum);
    dot_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, sum, n);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost); // waits
    return result;
}

// x begins as a guess. Returns the number of steps.
int solve(const int *offsets, const int *cols, const float *values, const float *b, float *x,
          int rows, float tolerance, int most) {
    int blocks = (rows + BLOCK - 1) / BLOCK, k = 0;
    size_t bytes = rows * sizeof(float);
    float *r, *p, *q;
    cudaMalloc(&r, bytes);
    cudaMalloc(&p, bytes);
    cudaMalloc(&q, bytes);
    cudaMalloc(&sum, sizeof *sum);

    multiply_kernel<<<blocks, BLOCK>>>(offsets, cols, values, x, r, rows);
    scale_add_kernel<<<blocks, BLOCK>>>(b, -1.0f, r, rows); // r = b - A x
    cudaMemcpyAsync(p, r, bytes, cudaMemcpyDeviceToDevice);

    double limit = (double)tolerance * tolerance * dot(b, b, rows), rr = dot(r, r, rows);
    for (; k < most && rr > limit; k++) {
        multiply_kernel<<<blocks, BLOCK>>>(offsets, cols, values, p, q, rows);
        float a = rr / dot(p, q, rows);
        add_kernel<<<blocks, BLOCK>>>(p, a, x, rows);
        add_kernel<<<blocks, BLOCK>>>(q, -a, r, rows);
        double next = dot(r, r, rows);
        scale_add_kernel<<<blocks, BLOCK>>>(r, next / rr, p, rows);
        rr = next;
    }
    cudaFree(r);
    cudaFree(p);
    cudaFree(q);
    cudaFree(sum);
    return k;
}
