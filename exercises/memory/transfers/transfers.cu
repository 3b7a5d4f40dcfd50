// The copy you do not make: sums of squares over batches that arrive one by one.
static int count;
static float *batch, *sums_host; // of the host
static float *in, *sums;         // of the device

__global__ void add_squares(const float *x, float *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[i] += x[i] * x[i];
}

void acc_begin(int n) {
    count = n;
    batch = new float[n];
    sums_host = new float[n]();
}

float *acc_buffer() {
    return batch;
}

void acc_add() {
    // TODO: right, and slow. Which of these copies and allocations are needed
    // for every batch? And what kind of memory is `batch`?
    size_t bytes = count * sizeof(float);
    cudaMalloc(&in, bytes);
    cudaMalloc(&sums, bytes);
    cudaMemcpy(in, batch, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(sums, sums_host, bytes, cudaMemcpyHostToDevice);
    add_squares<<<(count + 255) / 256, 256>>>(in, sums, count);
    cudaMemcpy(sums_host, sums, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(sums);
}

void acc_end(float *out) {
    for (int i = 0; i < count; i++)
        out[i] = sums_host[i];
    delete[] batch;
    delete[] sums_host;
}
