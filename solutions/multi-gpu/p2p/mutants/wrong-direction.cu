// rejected by: trap other-device | case (the other device may use ours)
// Two devices: copies between them, and loads from one by a kernel of the other.

// Kernels of `device` may use memory of `other` from now on.
static void open_peer(int device, int other) {
    cudaSetDevice(device);
    // The second time it is open already, which is fine. The error would stay.
    if (cudaDeviceEnablePeerAccess(other, 0) == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
}

void open_peers() {
    open_peer(1, 0);
    cudaSetDevice(0);
}

// On device 0: a, from_1. On device 1: b, from_0.
void exchange(const float *a, float *from_1, const float *b, float *from_0, size_t n) {
    static cudaStream_t out[2]; // out of device 0, out of device 1
    if (!out[0])
        for (int d = 1; d >= 0; d--) {
            cudaSetDevice(d);
            cudaStreamCreateWithFlags(&out[d], cudaStreamNonBlocking);
        }
    // Both are enqueued before the host waits, so the link carries both ways at once.
    cudaMemcpyPeerAsync(from_0, 1, a, 0, n * sizeof(float), out[0]);
    cudaMemcpyPeerAsync(from_1, 0, b, 1, n * sizeof(float), out[1]);
    cudaStreamSynchronize(out[0]);
    cudaStreamSynchronize(out[1]);
}

__global__ void gather(const float *table, const int *index, float *out, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) out[i] = table[index[i]]; // a load over the link
}

// table is on device 1, index and out are on device 0, which runs the kernel.
void look_up(const float *table, const int *index, float *out, int m) {
    if (m > 0) gather<<<(m + 255) / 256, 256>>>(table, index, out, m);
    cudaDeviceSynchronize();
}
