// SAXPY: each thread takes four scalars that lie a block apart, all loaded
// before the first is stored.

const int THREADS = 128;
const int EACH = 4;

__global__ void saxpy_kernel(float a, const float *__restrict__ x,
                             float *__restrict__ y, int n) {
    int first = blockIdx.x * (THREADS * EACH) + threadIdx.x;
    float xs[EACH], ys[EACH];

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int i = first + k * THREADS;
        xs[k] = i < n ? x[i] : 0.0f;
        ys[k] = i < n ? y[i] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int i = first + k * THREADS;
        if (i < n) y[i] = a * xs[k] + ys[k];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n <= 0) return;
    int piece = THREADS * EACH;
    saxpy_kernel<<<(n + piece - 1) / piece, THREADS>>>(a, x, y, n);
}
