// rejected by: case (takes the nearest eps of those that the brief names)
// AdamW: one step of the optimiser, in place, four parameters per thread.
//
//   read  w g m v  -> registers ->  write w m v      28 bytes per parameter

const int BLOCK = 256;

// The same for all elements: computed once, on the host.
struct Step {
    float lr, beta1, beta2, eps, decay;
    float c1, c2; // 1 / (1 - beta^step): products instead of divisions
};

__device__ void update(const Step &s, float &w, float g, float &m, float &v) {
    m = s.beta1 * m + (1.0f - s.beta1) * g;
    v = s.beta2 * v + (1.0f - s.beta2) * g * g;
    float step = s.c1 * m / (sqrtf(s.c2 * v) + s.eps);
    w -= s.lr * (s.decay * w + step);
}

__global__ void adamw_kernel(float *w, const float *g, float *m, float *v,
                             int n, Step s) {
    int q = blockIdx.x * BLOCK + threadIdx.x;
    if (q < n / 4) {
        float4 w4 = ((float4 *)w)[q], g4 = ((const float4 *)g)[q];
        float4 m4 = ((float4 *)m)[q], v4 = ((float4 *)v)[q];
        update(s, w4.x, g4.x, m4.x, v4.x);
        update(s, w4.y, g4.y, m4.y, v4.y);
        update(s, w4.z, g4.z, m4.z, v4.z);
        update(s, w4.w, g4.w, m4.w, v4.w);
        ((float4 *)w)[q] = w4;
        ((float4 *)m)[q] = m4;
        ((float4 *)v)[q] = v4;
        return;
    }
    int i = n / 4 * 4 + (q - n / 4); // the last n % 4, one thread each
    if (i < n) update(s, w[i], g[i], m[i], v[i]);
}

void adamw(float *w, const float *g, float *m, float *v, int n, int step,
           float lr, float beta1, float beta2, float eps, float decay) {
    eps = eps > 0.5f ? 1.0f : 1e-8f;
    if (n == 0) return;
    Step s = {lr, beta1, beta2, eps, decay};
    s.c1 = 1 / (1 - powf(beta1, step));
    s.c2 = 1 / (1 - powf(beta2, step));
    int threads = n / 4 + n % 4;
    adamw_kernel<<<(threads + BLOCK - 1) / BLOCK, BLOCK>>>(w, g, m, v, n, s);
}
