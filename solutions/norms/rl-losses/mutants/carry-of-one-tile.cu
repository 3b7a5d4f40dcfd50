// rejected by: case (what is carried to the tile before leaves out what was carried into this one)
// The clipped loss of policy gradients, and its gradient.

const int BLOCK = 256;
const int EACH = 4;            // steps of a thread
const int TILE = BLOCK * EACH; // steps of a tile
const int LONGEST = 4096;      // steps of a sequence
const unsigned ALL = 0xffffffff;

// advantage = b + a * next
struct Pair {
    float a, b;
};

__device__ Pair join(Pair first, Pair later) {
    return {first.a * later.a, first.b + first.a * later.b};
}

__global__ void loss_kernel(const float *reward, const float *value, const float *now,
                            const float *old, const unsigned char *mask, float *loss,
                            float *grad, int steps, float gamma, float lambda, float low,
                            float high) {
    __shared__ float terms[LONGEST], values[TILE + 1];
    __shared__ Pair warps[BLOCK / 32];
    __shared__ float gains[BLOCK / 32];
    __shared__ int counts[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t row = (size_t)blockIdx.x * steps;
    reward += row, value += row, now += row, old += row, mask += row, grad += row;

    float gain = 0.0f, carry = 0.0f, next_value = 0.0f;
    int count = 0;
    int tiles = (steps + TILE - 1) / TILE;
    for (int tile = tiles - 1; tile >= 0; tile--) {
        // Neighbouring threads load neighbouring steps.
        bool ok[EACH];
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            int at = j * BLOCK + threadIdx.x, t = tile * TILE + at;
            ok[j] = t < steps && mask[t] != 0;
            values[at] = ok[j] ? value[t] : 0.0f;
        }
        if (threadIdx.x == 0) values[TILE] = next_value;
        __syncthreads();
        float advantage[EACH];
        float later = carry, first_of_tile = 0.0f;
        next_value = values[0];
        // Rows of BLOCK steps, from the last one on.
#pragma unroll
        for (int j = EACH - 1; j >= 0; j--) {
            int at = j * BLOCK + threadIdx.x, t = tile * TILE + at;
            Pair p = {0.0f, 0.0f};
            if (ok[j]) p = {gamma * lambda, reward[t] + gamma * values[at + 1] - values[at]};
            for (int d = 1; d < 32; d *= 2) {
                Pair q = {__shfl_down_sync(ALL, p.a, d), __shfl_down_sync(ALL, p.b, d)};
                if (lane + d < 32) p = join(p, q);
            }
            if (lane == 0) warps[warp] = p;
            __syncthreads();
            float behind = later, own = first_of_tile;
            float mine = later;
            for (int w = BLOCK / 32 - 1; w >= 0; w--) {
                if (w == warp) mine = behind;
                behind = warps[w].b + warps[w].a * behind;
                own = warps[w].b + warps[w].a * own;
            }
            advantage[j] = p.b + p.a * mine;
            later = behind;
            first_of_tile = own;
            __syncthreads();
        }
        carry = first_of_tile;
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            int t = tile * TILE + j * BLOCK + threadIdx.x;
            if (t >= steps) continue;
            float term = 0.0f;
            if (ok[j]) {
                float d = now[t] - old[t], a = advantage[j];
                float free = expf(d) * a;
                float clipped = expf(fminf(fmaxf(d, low), high)) * a;
                gain += fminf(free, clipped);
                bool cut = (a > 0.0f && d > high) || (a < 0.0f && d < low);
                term = cut ? 0.0f : -free;
                count++;
            }
            terms[t] = term;
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        gain += __shfl_down_sync(ALL, gain, d);
        count += __shfl_down_sync(ALL, count, d);
    }
    if (lane == 0) gains[warp] = gain, counts[warp] = count;
    __syncthreads();
    gain = 0.0f, count = 0;
    for (int w = 0; w < BLOCK / 32; w++)
        gain += gains[w], count += counts[w];
    float scale = count > 0 ? 1.0f / count : 0.0f;
    if (threadIdx.x == 0) loss[blockIdx.x] = -gain * scale;
    for (int t = threadIdx.x; t < steps; t += BLOCK)
        grad[t] = terms[t] * scale;
}

void policy_loss(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, float *loss, float *grad,
                 int batch, int steps, float gamma, float lambda, float low, float high) {
    if (batch == 0) return;
    loss_kernel<<<batch, BLOCK>>>(reward, value, now, old, mask, loss, grad, steps, gamma,
                                  lambda, low, high);
}
