// rejected by: gate blocks (the recurrence as it stands, a block for each head)
const int DIM = 64;

__global__ void steps_of_a_head(const float *q, const float *k, const float *v, const float *decay,
                                float *o, int steps, int dim) {
    __shared__ float of_q[DIM], of_k[DIM];
    int c = threadIdx.x;
    float fades = decay[blockIdx.x], state[DIM] = {};
    for (int t = 0; t < steps; t++) {
        size_t at = ((size_t)blockIdx.x * steps + t) * dim + c;
        bool inside = c < dim;
        float mine = inside ? v[at] : 0, sum = 0;
        __syncthreads();
        of_q[c] = inside ? q[at] : 0;
        of_k[c] = inside ? k[at] : 0;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < DIM; d++) {
            state[d] = fades * state[d] + of_k[d] * mine;
            sum += of_q[d] * state[d];
        }
        if (inside) o[at] = sum;
    }
}

void linear_attention(const float *q, const float *k, const float *v, const float *decay, float *o,
                      int heads, int steps, int dim) {
    if (heads && steps) steps_of_a_head<<<heads, DIM>>>(q, k, v, decay, o, steps, dim);
}
