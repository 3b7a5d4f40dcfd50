// rejected by: case (the first of 256 stands for all)
__global__ void pick(const float *in, float *out, int blocks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks) out[i] = in[256 * (long long)i];
}

void block_sums(const float *in, float *out, int n) {
    int blocks = (n + 255) / 256;
    if (n > 0) pick<<<(blocks + 255) / 256, 256>>>(in, out, blocks);
}
