// Attention, forward, without an array of scores.
//
// TODO: one kernel. A block has a tile of queries of one head; keys and values stream
// past it in tiles; of each query keep the largest score, the sum of the weights and
// the weighted sum of the values, and rescale them when a larger score comes.

// How many keys query i sees: always the first ones.
__device__ int visible(int i, int length, int lq, int lk, int causal) {
    int n = causal ? i + 1 + lk - lq : lk;
    return max(0, min(n, length));
}

__global__ void attention_kernel(const float *q, const float *k, const float *v,
                                 const int *lengths, float *o, int heads, int lq,
                                 int lk, int dim, int causal) {
}

// dim is at most 128.
void attention(const float *q, const float *k, const float *v, const int *lengths,
               float *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;

    attention_kernel<<<dim3((lq + 31) / 32, batch * heads), dim3(32, 8)>>>(
        q, k, v, lengths, o, heads, lq, lk, dim, causal);
}
