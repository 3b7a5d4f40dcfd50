// rejected by: case (clips the ratio between 1 + low and 1 + high)
// says: The ratio is clipped between 1 + low and 1 + high. The bounds are those of d, the logarithm: clip d, and take exp after that.
const int BLOCK = 256;

struct Pair {
    float f, t;
}; // a = t + f * (what comes after)

// a is earlier in time, b is later
__device__ Pair join(Pair a, Pair b) {
    return {a.f * b.f, a.t + a.f * b.t};
}

__global__ void loss_kernel(const float *reward, const float *value,
                            const float *now, const float *old,
                            const unsigned char *mask, float *loss, float *grad,
                            int steps, float gamma, float lambda, float low,
                            float high) {
    __shared__ Pair warps[8];
    __shared__ float sums[8];
    __shared__ int counts[8];
    size_t first = (size_t)blockIdx.x * steps;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int tiles = (steps + BLOCK - 1) / BLOCK;
    float carry = 0.0f, gains = 0.0f, g[16];
    int count = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        int tile = tiles - 1 - i;
        g[i] = 0.0f;
        if (tile < 0) continue;
        int t = tile * BLOCK + threadIdx.x;
        bool valid = t < steps && mask[first + t];
        Pair p = {0.0f, 0.0f};
        if (valid) {
            float next = t + 1 < steps && mask[first + t + 1]
                             ? value[first + t + 1]
                             : 0.0f;
            p.t = reward[first + t] + gamma * next - value[first + t];
            p.f = gamma * lambda;
        }
        // suffix scan
        for (int d = 1; d < 32; d *= 2) {
            Pair o = {__shfl_down_sync(~0u, p.f, d),
                      __shfl_down_sync(~0u, p.t, d)};
            if (lane + d < 32) p = join(p, o);
        }
        __syncthreads();
        if (lane == 0) warps[warp] = p;
        __syncthreads();
        Pair after = {0.0f, carry};
        for (int w = 7; w > warp; w--)
            after = join(warps[w], after);
        float adv = join(p, after).t;
        Pair all = {0.0f, carry};
        for (int w = 7; w >= 0; w--)
            all = join(warps[w], all);
        carry = all.t;
        if (valid) {
            float d = now[first + t] - old[first + t];
            float a = expf(d) * adv,
                  b = fminf(fmaxf(expf(d), 1 + low), 1 + high) * adv;
            gains += fminf(a, b);
            count++;
            bool clipped = (adv > 0 && d > high) || (adv < 0 && d < low);
            g[i] = clipped ? 0.0f : a;
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        gains += __shfl_xor_sync(~0u, gains, d);
        count += __shfl_xor_sync(~0u, count, d);
    }
    if (lane == 0) sums[warp] = gains, counts[warp] = count;
    __syncthreads();
    gains = 0, count = 0;
    for (int w = 0; w < 8; w++)
        gains += sums[w], count += counts[w];
    if (threadIdx.x == 0) loss[blockIdx.x] = count ? -gains / count : 0.0f;
    float by = count ? -1.0f / count : 0.0f;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        int t = (tiles - 1 - i) * BLOCK + threadIdx.x;
        if (t >= 0 && t < steps) grad[first + t] = g[i] * by;
    }
}

void policy_loss(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, float *loss,
                 float *grad, int batch, int steps, float gamma, float lambda,
                 float low, float high) {
    if (batch == 0) return;
    loss_kernel<<<batch, BLOCK>>>(reward, value, now, old, mask, loss, grad,
                                  steps, gamma, lambda, low, high);
}
