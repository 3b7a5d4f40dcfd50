// y[t] = a[t] * y[t - 1] + b[t] along every row; y before the first step is 0.
//
// TODO: right, and a thread walks along each row, step by step. Which pairs can be scanned?

__global__ void recurrence_kernel(const float *a, const float *b, float *y, int rows,
                                  int steps) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float v = 0;
    for (int t = 0; t < steps; t++) {
        size_t at = (size_t)row * steps + t;
        v = a[at] * v + b[at];
        y[at] = v;
    }
}

void recurrence(const float *a, const float *b, float *y, int rows, int steps) {
    if (rows * steps > 0)
        recurrence_kernel<<<(rows + 127) / 128, 128>>>(a, b, y, rows, steps);
}
