// rejected by: case (multiplies the advantage by d, not by exp(d))
// says: The advantage is multiplied by d itself. d is a logarithm: the ratio is exp(d).
// The clipped loss of policy gradients, and its gradient. A block has a sequence, and walks
// through it from the last tile of 256 steps to the first:
//
//   advantage[t] = delta[t] + decay * advantage[t + 1]       a scan backwards in time
//
// Each tile ends where the one after it begins, so one number is carried. The gradient
// waits in shared memory until the number of valid steps is known.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int LONGEST = 4096;
const unsigned ALL = 0xffffffff;

// advantage = b + a * (the advantage after it)
struct Step {
    float a, b;
};

// First `later`, then `earlier`: backwards in time.
__device__ Step join(Step earlier, Step later) {
    return {earlier.a * later.a, earlier.b + earlier.a * later.b};
}

// The steps from this thread's to the last of its warp, joined.
__device__ Step warp_suffix(Step s) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        Step later = {__shfl_down_sync(ALL, s.a, d), __shfl_down_sync(ALL, s.b, d)};
        if (lane + d < 32) s = join(s, later);
    }
    return s;
}

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__global__ void loss_kernel(const float *reward, const float *value, const float *now,
                            const float *old, const unsigned char *mask, float *loss,
                            float *grad, int steps, float gamma, float lambda, float low,
                            float high) {
    __shared__ float gradient[LONGEST];
    __shared__ float valued[BLOCK + 1]; // values of valid steps; one more after the tile
    __shared__ Step warp[WARPS];        // the steps of a warp, joined
    __shared__ float part[2][WARPS];

    size_t row = (size_t)blockIdx.x * steps;
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    float after = 0.0f; // the advantage after this tile
    float mine = 0.0f;  // this thread's element of `valued`
    float sum = 0.0f, count = 0.0f;

    for (int first = (steps - 1) / BLOCK * BLOCK; first >= 0; first -= BLOCK) {
        int t = first + threadIdx.x;
        bool is_valid = t < steps && mask[row + t];
        float v = t < steps ? value[row + t] : 0.0f;
        float r = t < steps ? reward[row + t] : 0.0f;
        float d = t < steps ? now[row + t] - old[row + t] : 0.0f;

        if (threadIdx.x == 0) valued[BLOCK] = mine; // of the tile after this one
        valued[threadIdx.x] = mine = is_valid ? v : 0.0f;
        __syncthreads();

        Step step = {0.0f, 0.0f};
        if (is_valid)
            step = {gamma * lambda, r + gamma * valued[threadIdx.x + 1] - v};
        step = warp_suffix(step);
        if (lane == 0) warp[w] = step;
        __syncthreads();

        float next = after; // the advantage after this warp
        for (int i = WARPS - 1; i > w; i--)
            next = warp[i].b + warp[i].a * next;
        float advantage = step.b + step.a * next;
        for (int i = WARPS - 1; i >= 0; i--)
            after = warp[i].b + warp[i].a * after;

        // min(ratio * advantage, clipped ratio * advantage) is the clipped one if the ratio
        // is beyond the bound that the advantage pulls it to.
        bool is_clipped = advantage > 0.0f ? d > high : d < low;
        float gain = fminf(fmaxf(d, low), high) * advantage;
        if (!is_clipped) gain = d * advantage;
        if (is_valid) sum -= gain, count += 1.0f;
        if (t < steps) gradient[t] = is_valid && !is_clipped ? -gain : 0.0f;
    }

    sum = warp_sum(sum), count = warp_sum(count);
    if (lane == 0) part[0][w] = sum, part[1][w] = count;
    __syncthreads();
    sum = count = 0.0f;
    for (int i = 0; i < WARPS; i++)
        sum += part[0][i], count += part[1][i];

    float share = count > 0.0f ? 1.0f / count : 0.0f;
    if (threadIdx.x == 0) loss[blockIdx.x] = sum * share;
    for (int t = threadIdx.x; t < steps; t += BLOCK)
        grad[row + t] = gradient[t] * share;
}

void policy_loss(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, float *loss, float *grad,
                 int batch, int steps, float gamma, float lambda, float low, float high) {
    if (batch == 0) return;
    loss_kernel<<<batch, BLOCK>>>(reward, value, now, old, mask, loss, grad, steps, gamma,
                                  lambda, low, high);
}
