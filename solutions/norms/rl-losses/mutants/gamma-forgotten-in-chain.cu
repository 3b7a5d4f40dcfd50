// rejected by: case (advantages fade with lambda alone, without gamma)
// says: The next advantage is multiplied by lambda alone. Its factor is gamma * lambda.
// A block for each sequence. Tiles of 256 steps, from the last to the first.
const int BLOCK = 256;

__global__ void loss_kernel(const float *reward, const float *value, const float *now,
                            const float *old, const unsigned char *mask, float *loss,
                            float *grad, int steps, float gamma, float lambda, float low,
                            float high) {
    __shared__ float fa[BLOCK], fb[BLOCK], adv[4096];
    __shared__ float sums[BLOCK];
    __shared__ int counts[BLOCK];
    int x = threadIdx.x;
    size_t from = (size_t)blockIdx.x * steps;
    reward += from, value += from, now += from, old += from, mask += from, grad += from;
    float carry = 0, next_first = 0;
    __shared__ float vals[BLOCK + 1];
    int tiles = (steps + BLOCK - 1) / BLOCK, count = 0;
    if (x == 0) vals[0] = 0;
    for (int tile = tiles - 1; tile >= 0; tile--) {
        int t = tile * BLOCK + x;
        bool valid = t < steps && mask[t];
        float v = valid ? value[t] : 0;
        count += valid;
        __syncthreads();
        next_first = vals[0];
        __syncthreads();
        vals[x] = v;
        if (x == 0) vals[BLOCK] = next_first;
        __syncthreads();
        float delta = valid ? reward[t] + gamma * vals[x + 1] - v : 0;
        float a = valid ? lambda : 0, b = delta;
        for (int d = 1; d < BLOCK; d *= 2) {
            fa[x] = a, fb[x] = b;
            __syncthreads();
            if (x + d < BLOCK) {
                b += a * fb[x + d];
                a *= fa[x + d];
            }
            __syncthreads();
        }
        float all = b + a * carry;
        if (t < steps) adv[t] = all;
        fb[x] = all;
        __syncthreads();
        carry = fb[0];
        __syncthreads();
    }
    counts[x] = count;
    __syncthreads();
    int n = 0;
    for (int i = 0; i < BLOCK; i++) n += counts[i];
    float sum = 0;
    for (int t = x; t < steps; t += BLOCK) {
        float g = 0;
        if (mask[t]) {
            float d = now[t] - old[t], c = fminf(fmaxf(d, low), high), A = adv[t];
            float p = expf(d) * A, q = expf(c) * A;
            sum += fminf(p, q);
            bool flat = (A > 0 && d > high) || (A < 0 && d < low);
            g = flat ? 0 : -p / n;
        }
        grad[t] = g;
    }
    sums[x] = sum;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (x < d) sums[x] += sums[x + d];
        __syncthreads();
    }
    if (x == 0) loss[blockIdx.x] = n ? -sums[0] / n : 0;
}

void policy_loss(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, float *loss, float *grad,
                 int batch, int steps, float gamma, float lambda, float low, float high) {
    if (batch > 0)
        loss_kernel<<<batch, BLOCK>>>(reward, value, now, old, mask, loss, grad, steps, gamma, lambda, low, high);
}
