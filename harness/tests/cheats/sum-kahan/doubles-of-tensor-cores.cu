// rejected by: build (tensor cores add in double, as matrices times ones)
const int BLOCK = 256, BLOCKS = 132 * 8, SUMS = BLOCKS * BLOCK / 4;

// Adds the four lanes of each row of eight to the row's sum.
__device__ void add(double &sum, double &same, double x) {
    double one = __hiloint2double(0x3ff00000, 0);
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sum), "+d"(same) : "d"(x), "d"(one));
}

// A float as a double, without an instruction for doubles.
__device__ double widen(float x) {
    unsigned bits = __float_as_uint(x), size = bits & 0x7fffffff;
    if (size < 0x00800000) return __hiloint2double(0, 0);
    return __hiloint2double((bits & 0x80000000) | (size / 8 + (896 << 20)), size << 29);
}

__global__ void sum_kernel(const float *in, double *parts, int n) {
    double sum = 0, same = 0;
    unsigned t = blockIdx.x * BLOCK + threadIdx.x;
    for (unsigned i = t; i - threadIdx.x % 32 < n; i += BLOCKS * BLOCK)
        add(sum, same, widen(i < n ? in[i] : 0));
    if (t % 4 == 0) parts[t / 4] = sum;
}

__global__ void finish_kernel(const double *parts, double *out) {
    double sum = 0, same = 0, all = 0;
    for (int i = threadIdx.x; i < SUMS; i += 32) add(sum, same, parts[i]);
    // The eight rows, four at a time.
    for (int k = 0; k < 2; k++)
        add(all, same, __shfl_sync(~0u, sum, (4 * k + threadIdx.x % 4) * 4));
    if (threadIdx.x == 0) *out = all;
}

void sum(const float *in, double *out, int n) {
    double *parts;
    cudaMallocAsync(&parts, SUMS * sizeof *parts, 0);
    sum_kernel<<<BLOCKS, BLOCK>>>(in, parts, n);
    finish_kernel<<<1, 32>>>(parts, out);
    cudaFreeAsync(parts, 0);
}
