// rejected by: case a long cache (divides the scores by dim)
// says: The scores are divided by dim. They must be divided by its square root.
const unsigned ALL = 0xffffffff;
const int SPLIT = 128; // keys of a block
const int WARPS = 4;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// part: per head and split, m, t and dim sums
__global__ void split_kernel(const float *q, const float *k, const float *v,
                             const int *lengths, float *part, int heads,
                             int capacity, int dim, int splits, float scale) {
    int head = blockIdx.y, split = blockIdx.x, length = lengths[head / heads];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    __shared__ float score[SPLIT];
    int first = split * SPLIT, n = min(SPLIT, length - first);
    float *out = part + ((size_t)head * splits + split) * (dim + 2);
    for (int j = warp; j < n; j += WARPS) {
        float s = 0.0f;
        for (int d = lane; d < dim; d += 32)
            s += q[(size_t)head * dim + d] * k[(size_t)(first + j) * dim + d];
        s = warp_sum(s);
        if (lane == 0) score[j] = s * scale;
    }
    __syncthreads();
    float most = -INFINITY;
    for (int j = 0; j < n; j++)
        most = fmaxf(most, score[j]);
    float total = 0.0f, sum = 0.0f;
    for (int j = 0; j < n; j++) {
        float p = expf(score[j] - most);
        total += p;
        if (threadIdx.x < dim)
            sum += p * v[(size_t)(first + j) * dim + threadIdx.x];
    }
    if (threadIdx.x == 0) out[0] = most, out[1] = total;
    if (threadIdx.x < dim) out[2 + threadIdx.x] = sum;
}

__global__ void join_kernel(const float *part, float *o, int dim, int splits) {
    int head = blockIdx.x, d = threadIdx.x;
    const float *in = part + (size_t)head * splits * (dim + 2);
    float most = -INFINITY, total = 0.0f, sum = 0.0f;
    for (int i = 0; i < splits; i++)
        most = fmaxf(most, in[(size_t)i * (dim + 2)]);
    for (int i = 0; i < splits; i++) {
        float m = in[(size_t)i * (dim + 2)];
        if (m == -INFINITY) continue;
        float f = expf(m - most);
        total += f * in[(size_t)i * (dim + 2) + 1];
        if (d < dim) sum += f * in[(size_t)i * (dim + 2) + 2 + d];
    }
    if (d < dim) o[(size_t)head * dim + d] = total > 0 ? sum / total : 0.0f;
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0 || dim == 0) return;
    int splits = max((capacity + SPLIT - 1) / SPLIT, 1);
    float *part;
    cudaMallocAsync(
        &part, (size_t)batch * heads * splits * (dim + 2) * sizeof *part, 0);
    split_kernel<<<dim3(splits, batch * heads), 32 * WARPS>>>(
        q, k, v, lengths, part, heads, capacity, dim, splits, 1.0f / dim);
    join_kernel<<<batch * heads, 128>>>(part, o, dim, splits);
    cudaFreeAsync(part, 0);
}
