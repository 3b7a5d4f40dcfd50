// rejected by: gate hidden (the whole product, then the copies, then the sum)
// A product whose inner dimension is spread over two devices. Each device has one part of the
// sum, and both need all of it.

// Enqueues rows first to first + rows - 1 of a device's part of the product into a stream: they are
// written to out[device]. Sets the current device.
typedef void Product(int first, int rows, int device, cudaStream_t stream);

__global__ void add(float *out, const float *other, size_t count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] += other[i];
}

static void launch_add(float *out, const float *other, size_t count, cudaStream_t s) {
    add<<<(unsigned)((count + 255) / 256), 256, 0, s>>>(out, other, count);
}

static cudaEvent_t ready[2], sent[2];

static void make_events() {
    for (int d = 1; d >= 0 && !ready[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&ready[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
    }
}

// out[d] and inbox[d] are on device d, with m rows of n elements. The product puts this device's
// part into out[d]. Afterwards out[0] and out[1] are both the sum of the two parts.
void product_sum(Product *product, float *const *out, float *const *inbox, int m, int n,
                 cudaStream_t *stream) {
    size_t count = (size_t)m * n;
    make_events();
    for (int d = 0; d < 2; d++) {
        product(0, m, d, stream[d]);
        cudaEventRecord(ready[d], stream[d]);
    }
    for (int d = 0; d < 2; d++) {
        int other = 1 - d;
        cudaSetDevice(d);
        // The other device no longer needs what the last call left in its inbox.
        cudaStreamWaitEvent(stream[d], ready[other], 0);
        cudaMemcpyPeerAsync(inbox[other], other, out[d], d, count * sizeof(float), stream[d]);
        cudaEventRecord(sent[d], stream[d]);
    }
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamWaitEvent(stream[d], sent[1 - d], 0);
        launch_add(out[d], inbox[d], count, stream[d]);
    }
}
