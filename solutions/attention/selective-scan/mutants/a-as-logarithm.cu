// rejected by: case (a is taken as a logarithm)
// says: The decay uses -exp(a), as models do that store a logarithm. Here `a` is the negative number itself: the decay is exp(dt * a).
// A selective scan: a thread for each channel, its states in registers.
const int BLOCK = 32;

__device__ float softplus(float v) {
    return v > 20.0f ? v : log1pf(expf(v));
}

__global__ void scan_kernel(const float *x, const float *delta, const float *a, const float *b, const float *c, const float *d, float *y, int steps, int channels, int states) {
    int ch = blockIdx.x * BLOCK + threadIdx.x;
    if (ch >= channels) return;
    float h[16] = {};
    for (int t = 0; t < steps; t++) {
        size_t row = (size_t)blockIdx.y * steps + t, at = row * channels + ch;
        float dt = softplus(delta[at]);
        float sum = d[ch] * x[at];
        for (int s = 0; s < 16; s++) if (s < states) {
            h[s] = expf(-dt * expf(a[ch * states + s])) * h[s] + dt * b[row * states + s] * x[at]; sum += c[row * states + s] * h[s];
        }
        y[at] = sum;
    }
}

void selective_scan(const float *x, const float *delta, const float *a, const float *b, const float *c, const float *d, float *y, int batch, int steps, int channels, int states) {
    if (batch * steps * channels == 0) return;
    dim3 grid((channels + BLOCK - 1) / BLOCK, batch);
    scan_kernel<<<grid, BLOCK>>>(x, delta, a, b, c, d, y, steps, channels, states);
}
