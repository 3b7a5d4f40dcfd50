// rejected by: gate flops (a block for each 128 steps, which begins so far back that a float has forgotten the rest)
const int DIM = 64, PART = 128;

__global__ void part_of_a_head(const float *q, const float *k, const float *v, const float *decay,
                               float *o, int steps, int dim) {
    __shared__ float of_q[DIM], of_k[DIM];
    int c = threadIdx.x, first = blockIdx.x * PART, end = min(steps, first + PART);
    float fades = decay[blockIdx.y], state[DIM] = {};
    float back = fades < 1 ? -17 / logf(fades) : steps;
    for (int t = back < first ? first - (int)back : 0; t < end; t++) {
        size_t at = ((size_t)blockIdx.y * steps + t) * dim + c;
        bool inside = c < dim;
        float mine = inside ? v[at] : 0, sum = 0;
        __syncthreads();
        of_q[c] = inside ? q[at] : 0;
        of_k[c] = inside ? k[at] : 0;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < DIM; d++) {
            state[d] = fades * state[d] + of_k[d] * mine;
            if (t >= first) sum += of_q[d] * state[d];
        }
        if (inside && t >= first) o[at] = sum;
    }
}

void linear_attention(const float *q, const float *k, const float *v, const float *decay, float *o,
                      int heads, int steps, int dim) {
    dim3 grid((steps + PART - 1) / PART, heads);
    if (heads && steps) part_of_a_head<<<grid, DIM>>>(q, k, v, decay, o, steps, dim);
}
