// rejected by: case n=1 (of each word of four bytes only the lowest is counted)
// says: Of each 32-bit word only the lowest byte is counted. The other three are (w >> 8) & 255, (w >> 16) & 255 and w >> 24. And the last n % 16 bytes need a loop of their own.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    const uint4 *in4 = (const uint4 *)in;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 16;
         i += gridDim.x * blockDim.x) {
        uint4 v = in4[i];
        atomicAdd(&h[v.x & 0xff], 1u);
        atomicAdd(&h[v.y & 0xff], 1u);
        atomicAdd(&h[v.z & 0xff], 1u);
        atomicAdd(&h[v.w & 0xff], 1u);
    }
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<528, 256>>>(in, out, n);
}
