// rejected by: case | pattern infinite (divides by the running product of a)
// says: b is divided by the product of all a so far. That product becomes 0 after some hundred factors below 1, and a quotient becomes infinite. Combine pairs of steps instead: (a c, c b + d). They need no division.
// y[t] = a[t] * y[t - 1] + b[t] along every row; y before the first step is 0.
// y[t] = A[t] * (sum of b[j] / A[j]), with A the running product of a.
__global__ void recurrence_kernel(const float *a, const float *b, float *y, int rows, int steps) {
    __shared__ float sa[256], sb[256];
    int t = threadIdx.x;
    size_t row = (size_t)blockIdx.x * steps;
    float cy = 0;
    for (int base = 0; base < steps; base += 256) {
        bool in = base + t < steps;
        sa[t] = in ? a[row + base + t] : 1;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            float p = t >= d ? sa[t - d] : 1;
            __syncthreads();
            sa[t] *= p;
            __syncthreads();
        }
        sb[t] = in ? b[row + base + t] / sa[t] : 0;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            float p = t >= d ? sb[t - d] : 0;
            __syncthreads();
            sb[t] += p;
            __syncthreads();
        }
        if (in) y[row + base + t] = sa[t] * (cy + sb[t]);
        cy = sa[255] * (cy + sb[255]);
        __syncthreads();
    }
}

void recurrence(const float *a, const float *b, float *y, int rows, int steps) {
    if (rows * steps > 0) recurrence_kernel<<<rows, 256>>>(a, b, y, rows, steps);
}
