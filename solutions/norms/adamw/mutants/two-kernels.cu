// rejected by: gate traffic (moments in one kernel, weights in another)
__global__ void moments(const float *g, float *m, float *v, int n, float beta1,
                        float beta2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    m[i] = beta1 * m[i] + (1 - beta1) * g[i];
    v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
}

__global__ void weights(float *w, const float *m, const float *v, int n,
                        float lr, float eps, float decay, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    w[i] -= lr * (decay * w[i] + m[i] / c1 / (sqrtf(v[i] / c2) + eps));
}

void adamw(float *w, const float *g, float *m, float *v, int n, int step,
           float lr, float beta1, float beta2, float eps, float decay) {
    if (n == 0) return;
    float c1 = 1 - powf(beta1, step), c2 = 1 - powf(beta2, step);
    moments<<<(n + 255) / 256, 256>>>(g, m, v, n, beta1, beta2);
    weights<<<(n + 255) / 256, 256>>>(w, m, v, n, lr, eps, decay, c1, c2);
}
