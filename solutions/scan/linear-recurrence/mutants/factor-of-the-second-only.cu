// rejected by: case (two steps together keep the factor of the second one)
// says: The factor of two steps together is the product of both, a c. Here it stays that of the second step.
// y[t] = a[t] * y[t - 1] + b[t] along every row; y before the first step is 0.
__global__ void recurrence_kernel(const float *a, const float *b, float *y, int rows, int steps) {
    __shared__ float sh_a[256], sh_b[256];
    int t = threadIdx.x;
    size_t row = (size_t)blockIdx.x * steps;
    float cy = 0;
    for (int base = 0; base < steps; base += 256) {
        bool in = base + t < steps;
        sh_a[t] = in ? a[row + base + t] : 1.0f;
        sh_b[t] = in ? b[row + base + t] : 0.0f;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            float ca = sh_a[t], cb = sh_b[t], pa = 1, pb = 0;
            if (t >= d) { pa = sh_a[t - d]; pb = sh_b[t - d]; }
            __syncthreads();
            sh_a[t] = ca;
            sh_b[t] = ca * pb + cb;
            __syncthreads();
        }
        if (base + t < steps) y[row + base + t] = sh_a[t] * cy + sh_b[t];
        cy = sh_a[255] * cy + sh_b[255];
        __syncthreads();
    }
}

void recurrence(const float *a, const float *b, float *y, int rows, int steps) {
    if (rows * steps > 0) recurrence_kernel<<<rows, 256>>>(a, b, y, rows, steps);
}
