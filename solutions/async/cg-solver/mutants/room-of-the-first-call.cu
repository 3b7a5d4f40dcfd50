// rejected by: trap copy-size (keeps the sums of the first call, with its size)
// Conjugate gradients: the host launches, and the device knows the numbers.
//
// Sums of step k have a place of their own, so nobody has to clear or move one:
//
//   rr[k]  r . r before step k        pq[k]  p . A p in step k        bb  b . b
//
//   multiply   q = A p               pq[k]   += p q
//   advance    x += a p, r -= a q    rr[k+1] += r r       a = rr[k] / pq[k]
//   turn       p = r + c p                                c = rr[k+1] / rr[k]
//
// When rr[k] is small enough, kernels of step k and all later ones do nothing. So the host
// may ask late: it looks at rr after each 16 steps.

const int BLOCK = 256;
const int AHEAD = 16; // steps between two questions of the host
const unsigned ALL = 0xffffffff;

struct Sums {
    double *rr, *pq, *bb;
};

// Adds v of all threads of the block to *sum.
__device__ void add(double *sum, float v) {
    __shared__ float part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x != 0) return;
    double total = 0.0;
    for (int w = 0; w < BLOCK / 32; w++)
        total += part[w];
    atomicAdd(sum, total);
}

__device__ float row_times(const int *offsets, const int *cols, const float *values,
                           const float *x, int row) {
    float sum = 0.0f;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[cols[i]];
    return sum;
}

// A sum that no step has reached is 0, and counts as small enough, too.
__device__ bool is_done(Sums s, float tolerance, int k) {
    return s.rr[k] <= (double)tolerance * tolerance * *s.bb;
}

__global__ void length_kernel(const float *b, Sums s, int rows) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    add(s.bb, i < rows ? b[i] * b[i] : 0.0f);
}

__global__ void start_kernel(const int *offsets, const int *cols, const float *values,
                             const float *b, const float *x, float *r, float *p, Sums s,
                             int rows) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float rest = 0.0f;
    if (i < rows) r[i] = p[i] = rest = b[i] - row_times(offsets, cols, values, x, i);
    add(&s.rr[0], rest * rest);
}

__global__ void multiply_kernel(const int *offsets, const int *cols, const float *values,
                                const float *p, float *q, Sums s, float tolerance, int rows,
                                int k) {
    if (is_done(s, tolerance, k)) return;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float product = 0.0f;
    if (i < rows) {
        q[i] = row_times(offsets, cols, values, p, i);
        product = p[i] * q[i];
    }
    add(&s.pq[k], product);
}

__global__ void advance_kernel(float *x, float *r, const float *p, const float *q, Sums s,
                               float tolerance, int rows, int k) {
    if (is_done(s, tolerance, k)) return;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float a = s.rr[k] / s.pq[k], rest = 0.0f;
    if (i < rows) {
        x[i] += a * p[i];
        r[i] = rest = r[i] - a * q[i];
    }
    add(&s.rr[k + 1], rest * rest);
}

__global__ void turn_kernel(const float *r, float *p, Sums s, float tolerance, int rows,
                            int k) {
    if (is_done(s, tolerance, k)) return;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float c = s.rr[k + 1] / s.rr[k];
    if (i < rows) p[i] = r[i] + c * p[i];
}

int solve(const int *offsets, const int *cols, const float *values, const float *b, float *x,
          int rows, float tolerance, int most) {
    int blocks = (rows + BLOCK - 1) / BLOCK;
    size_t sums = 2 * (size_t)most + 2;
    double *memory, bb, rr[AHEAD + 1];
    float *r;
    static double *kept;
    if (!kept) cudaMalloc(&kept, sums * sizeof(double));
    memory = kept;
    cudaMalloc(&r, 3 * (size_t)rows * sizeof(float));
    cudaMemsetAsync(memory, 0, sums * sizeof(double));
    Sums s = {memory, memory + most + 1, memory + 2 * most + 1};
    float *p = r + rows, *q = p + rows;

    length_kernel<<<blocks, BLOCK>>>(b, s, rows);
    start_kernel<<<blocks, BLOCK>>>(offsets, cols, values, b, x, r, p, s, rows);
    cudaMemcpy(&bb, s.bb, sizeof bb, cudaMemcpyDeviceToHost);

    int steps = 0;
    for (int k = 0; k < most && steps == k;) {
        int end = min(k + AHEAD, most), first = k;
        for (; k < end; k++) {
            multiply_kernel<<<blocks, BLOCK>>>(offsets, cols, values, p, q, s, tolerance,
                                               rows, k);
            advance_kernel<<<blocks, BLOCK>>>(x, r, p, q, s, tolerance, rows, k);
            turn_kernel<<<blocks, BLOCK>>>(r, p, s, tolerance, rows, k);
        }
        cudaMemcpy(rr, s.rr + first, (end - first + 1) * sizeof *rr, cudaMemcpyDeviceToHost);
        while (steps < end && rr[steps - first] > (double)tolerance * tolerance * bb)
            steps++;
    }

    cudaFree(r);
    return steps;
}
