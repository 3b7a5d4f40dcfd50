// Attention, forward: scores, softmax, weighted sums.

// How many keys query i sees: with both masks, always the first ones.
__device__ int visible(int i, int length, int lq, int lk, int causal) {
    // TODO
    (void)i, (void)lq, (void)lk, (void)causal;
    return length;
}

// TODO: three kernels, from attention-qk, attention-softmax and attention-pv.

__global__ void zero_kernel(float *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = 0.0f;
}

// dim is at most 128, lk at most 4096.
void attention(const float *q, const float *k, const float *v,
               const int *lengths, float *p, float *o, int batch, int heads,
               int lq, int lk, int dim, int causal) {
    int n = batch * heads * lq * dim;
    if (n == 0) return;
    zero_kernel<<<(n + 255) / 256, 256>>>(o, n);
    (void)p, (void)q, (void)k, (void)v, (void)lengths, (void)causal;
}
