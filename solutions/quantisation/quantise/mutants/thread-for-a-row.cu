// rejected by: gate traffic | gate coalescing (one thread walks along the row)
// Symmetric int8, one scale for each row: q = rint(x / s), s = largest |x| / 127.
//
// One thread has a row.

constexpr int BLOCK = 256;

__global__ void quantise_rows(const float *x, signed char *q, float *scales, int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    if (threadIdx.x > 0) return;
    float most = 0.0f;
    for (int c = 0; c < cols; c++)
        most = fmaxf(most, fabsf(x[row + c]));
    float s = scales[blockIdx.x] = most / 127.0f;
    for (int c = 0; c < cols; c++)
        q[row + c] = s > 0.0f ? (signed char)rintf(x[row + c] / s) : 0;
}

void quantise(const float *x, signed char *q, float *scales, int rows, int cols) {
    if (rows > 0) quantise_rows<<<rows, BLOCK>>>(x, q, scales, cols);
}
