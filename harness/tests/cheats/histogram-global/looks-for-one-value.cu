// rejected by: gate global_atomics (a block looks for one value in all bytes, and adds once for each warp)
// Nobody shares a counter: a warp looks for one value in one part of the bytes.
__global__ void look(const unsigned char *in, unsigned *out, int n) {
    int v = blockIdx.x, lane = threadIdx.x % 32, found = 0;
    unsigned four = v * 0x01010101u;
    int words = n / 4;
    if ((size_t)in % 4) words = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x) found += __popc(__vcmpeq4(((const unsigned *)in)[i], four)) / 8;
    for (int i = 4 * words + threadIdx.x; i < n; i += blockDim.x) found += in[i] == v;
    for (int d = 16; d > 0; d /= 2) found += __shfl_xor_sync(~0u, found, d);
    if (lane == 0 && found) atomicAdd(&out[v], found);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof *out);
    if (n) look<<<256, 1024>>>(in, out, n);
}
