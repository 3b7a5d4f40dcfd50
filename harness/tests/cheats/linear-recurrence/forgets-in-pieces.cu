// rejected by: case never forgotten | case close to 1 (pieces of 2048 steps, each begun 96 steps early from 0)
const int BLOCK = 256, WARPS = BLOCK / 32;
const int PIECE = 2048; // steps of a block
const int WARM = 96;    // steps before them, until the state has settled

struct Step {
    float a, b; // y -> a y + b
};

// x first, then y.
__device__ Step then(Step x, Step y) {
    return {x.a * y.a, fmaf(y.a, x.b, y.b)};
}

__global__ void recurrence_kernel(const float *a, const float *b, float *y, int steps) {
    __shared__ Step ends[WARPS];
    size_t row = (size_t)blockIdx.y * steps;
    a += row, b += row, y += row;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int begin = blockIdx.x * PIECE, end = min(begin + PIECE, steps);
    float carry = 0.0f;
    for (int t0 = max(begin - WARM, 0); t0 < end;) {
        // The steps before the piece are a short tile of their own.
        int stop = t0 < begin ? begin : min(t0 + BLOCK, end);
        int t = t0 + threadIdx.x;
        Step s = {1.0f, 0.0f};
        if (t < stop) s = {a[t], b[t]};
        for (int d = 1; d < 32; d *= 2) {
            Step left = {__shfl_up_sync(~0u, s.a, d), __shfl_up_sync(~0u, s.b, d)};
            if (lane >= d) s = then(left, s);
        }
        if (lane == 31) ends[warp] = s;
        __syncthreads();
        Step before = {1.0f, 0.0f}, all = {1.0f, 0.0f};
        for (int w = 0; w < WARPS; w++) {
            if (w == warp) before = all;
            all = then(all, ends[w]);
        }
        s = then(before, s);
        if (t < stop && t >= begin) y[t] = fmaf(s.a, carry, s.b);
        carry = fmaf(all.a, carry, all.b);
        __syncthreads(); // ends is used again
        t0 = stop;
    }
}

void recurrence(const float *a, const float *b, float *y, int rows, int steps) {
    if (rows == 0 || steps == 0) return;
    dim3 grid((steps + PIECE - 1) / PIECE, rows);
    recurrence_kernel<<<grid, BLOCK>>>(a, b, y, steps);
}
