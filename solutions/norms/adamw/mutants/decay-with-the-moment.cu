// rejected by: case n=1 (the decay is divided by the root, too)
// says: The decay is divided by sqrt(v') + eps, because it is added to m'. It stands alone: lr * decay * w is subtracted from w.
__global__ void adamw_kernel(float *w, const float *g, float *m, float *v, int n, float lr,
                             float beta1, float beta2, float c1, float c2, float eps,
                             float decay) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float grad = g[i];
    float m1 = beta1 * m[i] + (1 - beta1) * grad;
    float v1 = beta2 * v[i] + (1 - beta2) * grad * grad;
    m[i] = m1;
    v[i] = v1;
    float mh = m1 / c1, vh = v1 / c2;
    float p = w[i];
    w[i] = p - lr * (mh + decay * p) / (sqrtf(vh) + eps);
}

void adamw(float *w, const float *g, float *m, float *v, int n, int step, float lr, float beta1,
           float beta2, float eps, float decay) {
    if (n == 0) return;
    float c1 = 1.0 - pow((double)beta1, step), c2 = 1.0 - pow((double)beta2, step);
    adamw_kernel<<<(n + 255) / 256, 256>>>(w, g, m, v, n, lr, beta1, beta2, c1, c2, eps, decay);
}
