// rejected by: gate link_bytes (the kernel reads the batch over the link)
// says: The kernel reads each batch in the host's memory, over the link. Here every batch is copied to the device first.
static float *batch, *sums;
static int n;

__global__ void add_squares(const float *x, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] += x[i] * x[i];
}

void acc_begin(int count) {
    n = count;
    cudaMallocHost(&batch, n * sizeof *batch);
    cudaMalloc(&sums, n * sizeof *sums);
    cudaMemset(sums, 0, n * sizeof *sums);
}

float *acc_buffer() {
    cudaDeviceSynchronize();
    return batch;
}

void acc_add() {
    add_squares<<<(n + 255) / 256, 256>>>(batch, sums, n);
}

void acc_end(float *out) {
    cudaMemcpy(out, sums, n * sizeof *sums, cudaMemcpyDeviceToHost);
    cudaFreeHost(batch);
    cudaFree(sums);
}
