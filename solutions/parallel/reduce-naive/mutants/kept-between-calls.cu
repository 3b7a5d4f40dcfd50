// rejected by: case n=1 (a __device__ variable keeps the sum of the calls before)
// says: The sum goes on from the call before. A __device__ variable, or memory that is kept, is set to 0 once, when the program starts. Set it to 0 in every call, before the launch.
__device__ int total = 0;
__global__ void sum_kernel(const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&total, in[i]);
}
__global__ void store(int *out) { out[0] = total; }
void sum(const int *in, int *out, int n) {
    if (n) sum_kernel<<<(n + 255) / 256, 256>>>(in, n);
    store<<<1, 1>>>(out);
}
