// rejected by: case rows=3 cols=1025 (maximum and sum in one loop, and the sum stays as it is when the maximum rises)
// says: The maximum and the sum come from one loop. Whenever the maximum rises, what was added before was taken relative to the old one: multiply it by expf(old - new) first.
const int BLOCK = 256;

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float most[BLOCK], sums[BLOCK];
    int t = threadIdx.x;
    in += (size_t)blockIdx.x * cols;
    out += (size_t)blockIdx.x * cols;

    float m = -INFINITY, sum = 0;
    for (int c = t; c < cols; c += BLOCK) {
        m = fmaxf(m, in[c]);
        sum += expf(in[c] - m);
    }
    most[t] = m;
    sums[t] = sum;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s) {
            float both = fmaxf(most[t], most[t + s]);
            if (both > -INFINITY)
                sums[t] = sums[t] * expf(most[t] - both) + sums[t + s] * expf(most[t + s] - both);
            most[t] = both;
        }
        __syncthreads();
    }
    for (int c = t; c < cols; c += BLOCK)
        out[c] = expf(in[c] - most[0]) / sums[0];
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
