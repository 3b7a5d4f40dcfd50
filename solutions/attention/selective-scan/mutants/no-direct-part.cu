// rejected by: case (d * x is missing)
// says: `y` is the sum over the states alone. The direct part, d * x, is missing.
// A selective scan. A block has 32 channels of a sequence and walks along it, a
// tile of steps at a time. Four neighbouring lanes share a channel; the states
// of a lane stay in its registers from the first step to the last.

const int WIDE = 32;             // channels of a block
const int SHARE = 4;             // lanes that share a channel
const int EACH = 4;              // states of a lane
const int STATES = SHARE * EACH; // at the most
const int TILE = 32;             // steps in shared memory
const int BLOCK = WIDE * SHARE;

struct Shape {
    int steps, channels, states;
};

// log(1 + exp(v)), without overflow.
__device__ float softplus(float v) {
    return v > 20.0f ? v : log1pf(expf(v));
}

__global__ void scan_kernel(const float *x, const float *delta, const float *a,
                            const float *b, const float *c, const float *d,
                            float *y, Shape z) {
    __shared__ float xs[TILE][WIDE], dts[TILE][WIDE], ys[TILE][WIDE];
    __shared__ float bs[TILE][STATES], cs[TILE][STATES];
    int own = threadIdx.x / SHARE, s0 = threadIdx.x % SHARE * EACH;
    int first = blockIdx.x * WIDE, channel = first + own;
    bool real = channel < z.channels;
    size_t row0 = (size_t)blockIdx.y * z.steps;

    float h[EACH] = {}, decay[EACH];
    for (int k = 0; k < EACH; k++) {
        bool there = real && s0 + k < z.states;
        decay[k] = there ? a[(size_t)channel * z.states + s0 + k] : 0.0f;
    }
    float direct = real ? d[channel] : 0.0f;

    for (int t0 = 0; t0 < z.steps; t0 += TILE) {
        for (int i = threadIdx.x; i < TILE * WIDE; i += BLOCK) {
            int t = t0 + i / WIDE, ch = first + i % WIDE;
            bool there = t < z.steps && ch < z.channels;
            size_t at = (row0 + t) * z.channels + ch;
            xs[i / WIDE][i % WIDE] = there ? x[at] : 0.0f;
            dts[i / WIDE][i % WIDE] = there ? softplus(delta[at]) : 0.0f;
        }
        for (int i = threadIdx.x; i < TILE * STATES; i += BLOCK) {
            int t = t0 + i / STATES, s = i % STATES;
            bool there = t < z.steps && s < z.states;
            size_t at = (row0 + t) * z.states + s;
            bs[i / STATES][s] = there ? b[at] : 0.0f;
            cs[i / STATES][s] = there ? c[at] : 0.0f;
        }
        __syncthreads(); // the tile is there

        for (int t = 0; t < TILE; t++) {
            float dt = dts[t][own], in = dt * xs[t][own], sum = 0.0f;
#pragma unroll
            for (int k = 0; k < EACH; k++) {
                h[k] = __expf(dt * decay[k]) * h[k] + in * bs[t][s0 + k];
                sum += cs[t][s0 + k] * h[k];
            }
            sum += __shfl_xor_sync(~0u, sum, 1);
            sum += __shfl_xor_sync(~0u, sum, 2);
            if (s0 == 0) ys[t][own] = sum;
        }
        __syncthreads(); // the outputs are there
        for (int i = threadIdx.x; i < TILE * WIDE; i += BLOCK) {
            int t = t0 + i / WIDE, ch = first + i % WIDE;
            if (t < z.steps && ch < z.channels)
                y[(row0 + t) * z.channels + ch] = ys[i / WIDE][i % WIDE];
        }
    }
}

void selective_scan(const float *x, const float *delta, const float *a,
                    const float *b, const float *c, const float *d, float *y,
                    int batch, int steps, int channels, int states) {
    if (batch * steps == 0 || channels == 0) return;
    dim3 grid((channels + WIDE - 1) / WIDE, batch);
    scan_kernel<<<grid, BLOCK>>>(x, delta, a, b, c, d, y,
                                 Shape{steps, channels, states});
}
