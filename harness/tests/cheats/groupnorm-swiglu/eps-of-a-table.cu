// rejected by: case (takes the nearest eps of those that the brief names)
// Group normalisation, then SwiGLU, in one kernel. A block has a group of the first half of
// the channels and its partner in the second half, `length` floats each:
//
//   x   | ... group p ... | ... group p + groups/2 ... |      one sample
//             values           gates
//   y   | ... silu(values) * gates ... |                      half as many channels
//
// Both stay in shared memory, so that x is read once. With one group the two stretches
// are its halves, and have their moments together.

const int BLOCK = 256;
const int MOST = 4096; // floats of a stretch

__device__ float silu(float z) {
    return z / (1.0f + expf(-z));
}

// The sums of a and of b over the block, known to all its threads. `part` is of no other
// call: somebody may still be reading that of an earlier one.
__device__ float2 block_sums(float a, float b, float2 *part) {
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_xor_sync(0xffffffff, a, d);
        b += __shfl_xor_sync(0xffffffff, b, d);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = make_float2(a, b);
    __syncthreads();
    float2 sum = make_float2(0.0f, 0.0f);
    for (int w = 0; w < BLOCK / 32; w++)
        sum.x += part[w].x, sum.y += part[w].y;
    return sum;
}

// Two sums become two means: over a group each, or over both stretches together.
__device__ float2 means(float2 sum, int length, bool is_one_group) {
    if (is_one_group) sum.x = sum.y = (sum.x + sum.y) / 2;
    return make_float2(sum.x / length, sum.y / length);
}

__global__ void groupnorm_swiglu_kernel(const float *x, const float *weight,
                                        const float *bias, float *y, int channels,
                                        int spatial, int length, bool is_one_group,
                                        float eps) {
    __shared__ float value[MOST], gate[MOST];
    __shared__ float2 part[2][BLOCK / 32];
    size_t half = (size_t)channels / 2 * spatial; // floats of half a sample
    size_t first = (size_t)blockIdx.x * length;   // of this block, in half a sample
    x += blockIdx.y * 2 * half + first;
    y += blockIdx.y * half + first;

    float a = 0.0f, b = 0.0f;
    for (int i = threadIdx.x; i < length; i += BLOCK) {
        a += value[i] = x[i];
        b += gate[i] = x[half + i];
    }
    float2 mean = means(block_sums(a, b, part[0]), length, is_one_group);

    a = b = 0.0f;
    for (int i = threadIdx.x; i < length; i += BLOCK) {
        float u = value[i] - mean.x, v = gate[i] - mean.y;
        a += u * u, b += v * v;
    }
    float2 var = means(block_sums(a, b, part[1]), length, is_one_group);
    float2 rstd = make_float2(rsqrtf(var.x + eps), rsqrtf(var.y + eps));

    int base = blockIdx.x * (length / spatial); // the block's first channel
    for (int i = threadIdx.x; i < length; i += BLOCK) {
        int c = base + i / spatial, d = c + channels / 2;
        float u = (value[i] - mean.x) * rstd.x * weight[c] + bias[c];
        float v = (gate[i] - mean.y) * rstd.y * weight[d] + bias[d];
        y[i] = silu(u) * v;
    }
}

void groupnorm_swiglu(const float *x, const float *weight, const float *bias, float *y,
                      int batch, int channels, int spatial, int groups, float eps) {
    eps = eps > 0.25f ? 0.5f : 1e-5f;
    if (batch == 0) return;

    int pairs = max(1, groups / 2);
    int length = channels / 2 / pairs * spatial;
    groupnorm_swiglu_kernel<<<dim3(pairs, batch), BLOCK>>>(
        x, weight, bias, y, channels, spatial, length, groups == 1, eps);
}
