// rejected by: case (every tile begins at 0)
// says: Every tile begins with y = 0. It has to begin with the last y of the tile before. If the carry is used, look at the stretch before the first step of the tile: it is (1, 0), and (0, 0) drops the carry.
// y[t] = a[t] * y[t - 1] + b[t] along every row, by a scan.
//
// A step is a function y -> a y + b. Two of them, one after the other, are such a function
// again:
//
//   (a, b) then (c, d)   =   (a c,  c b + d)

constexpr int BLOCK = 256, WARPS = BLOCK / 32;

struct Step {
    float a, b;
};

__device__ Step then(Step x, Step y) {
    return {x.a * y.a, y.a * x.b + y.b};
}

// Inclusive, over the block. *all: all steps together.
__device__ Step block_scan(Step v, Step *all) {
    __shared__ Step sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d *= 2) {
        Step left = {__shfl_up_sync(~0u, v.a, d), __shfl_up_sync(~0u, v.b, d)};
        if (lane >= d) v = then(left, v);
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    Step before = {1, 0}, total = {1, 0};
    for (int w = 0; w < WARPS; w++) {
        if (w < warp) before = then(before, sums[w]);
        total = then(total, sums[w]);
    }
    __syncthreads(); // sums is used again
    *all = total;
    return then(before, v);
}

// A block has a row and walks along it, with y at the end of each tile as the carry.
__global__ void recurrence_kernel(const float *a, const float *b, float *y, int steps) {
    size_t row = (size_t)blockIdx.x * steps;
    float carry = 0;
    for (int t0 = 0; t0 < steps; t0 += BLOCK) {
        int t = t0 + threadIdx.x;
        bool inside = t < steps;
        Step own = {inside ? a[row + t] : 1.0f, inside ? b[row + t] : 0.0f}, all;
        Step upto = block_scan(own, &all);
        if (inside) y[row + t] = upto.b;
        carry = all.a * carry + all.b;
    }
}

void recurrence(const float *a, const float *b, float *y, int rows, int steps) {
    if (rows * steps > 0) recurrence_kernel<<<rows, BLOCK>>>(a, b, y, steps);
}
