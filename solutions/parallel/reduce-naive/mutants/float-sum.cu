// rejected by: case n=5000, values up to 100000 (a float has 24 bits)
// says: The sum is kept in a float. A float holds whole numbers exactly only up to 2^24 = 16777216, and this sum is larger. Which type counts exactly?
__device__ float total;

__global__ void add(const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&total, (float)in[i]);
}

__global__ void clear() {
    total = 0.0f;
}

__global__ void store(int *out) {
    out[0] = (int)total;
}

void sum(const int *in, int *out, int n) {
    clear<<<1, 1>>>();
    if (n > 0) add<<<(n + 255) / 256, 256>>>(in, n);
    store<<<1, 1>>>(out);
}
