// rejected by: case n=1 (float4 only: the last n % 4 are forgotten)
// says: Elements are taken four at a time, and the last n % 4 are left out.
__global__ void adamw_kernel(float *w, const float *g, float *m, float *v,
                             int n, float lr, float beta1, float beta2,
                             float eps, float decay, float c1, float c2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4 * 4) return;
    float grad = g[i];
    float mi = beta1 * m[i] + (1 - beta1) * grad;
    float vi = beta2 * v[i] + (1 - beta2) * grad * grad;
    float wi = w[i];
    wi -= lr * (decay * wi + mi / c1 / (sqrtf(vi / c2) + eps));
    w[i] = wi;
    m[i] = mi;
    v[i] = vi;
}

void adamw(float *w, const float *g, float *m, float *v, int n, int step,
           float lr, float beta1, float beta2, float eps, float decay) {
    if (n == 0) return;
    float c1 = 1 - powf(beta1, step), c2 = 1 - powf(beta2, step);
    adamw_kernel<<<(n + 255) / 256, 256>>>(w, g, m, v, n, lr, beta1, beta2, eps,
                                           decay, c1, c2);
}
