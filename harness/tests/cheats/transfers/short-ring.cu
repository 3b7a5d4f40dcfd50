// rejected by: trap not-synchronised (nobody waits, a ring of eight buffers is to be long enough)
static const int SLOTS = 8;
static int count, turn;
static float *ring, *in, *sums;

__global__ void add_squares(const float *x, float *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[i] += x[i] * x[i];
}

void acc_begin(int n) {
    count = n;
    turn = 0;
    cudaMallocHost(&ring, (size_t)SLOTS * n * sizeof(float));
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&sums, n * sizeof(float));
    cudaMemsetAsync(sums, 0, n * sizeof(float));
}

float *acc_buffer() {
    return ring + (size_t)(turn % SLOTS) * count;
}

void acc_add() {
    cudaMemcpyAsync(in, acc_buffer(), count * sizeof(float), cudaMemcpyHostToDevice);
    add_squares<<<(count + 255) / 256, 256>>>(in, sums, count);
    turn++;
}

void acc_end(float *out) {
    cudaMemcpy(out, sums, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFreeHost(ring);
    cudaFree(in);
    cudaFree(sums);
}
