// AdamW: one step of the optimiser, in place.

__global__ void adamw_kernel(float *w, const float *g, float *m, float *v,
                             int n, float lr) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    // TODO: the two moments, their corrections, the decay. This is plain
    // gradient descent; m and v stay as they are.
    w[i] -= lr * g[i];
    (void)m, (void)v;
}

// w, m and v are read and written. step counts from 1.
void adamw(float *w, const float *g, float *m, float *v, int n, int step,
           float lr, float beta1, float beta2, float eps, float decay) {
    if (n == 0) return;
    // TODO: 1 - beta^step is the same for all elements.
    (void)step, (void)beta1, (void)beta2, (void)eps, (void)decay;
    adamw_kernel<<<(n + 255) / 256, 256>>>(w, g, m, v, n, lr);
}
