// rejected by: case (opens the memory of device 1 to device 0, and not the other way)
static void open_peer(int device, int other) {
    cudaSetDevice(device);
    if (cudaDeviceEnablePeerAccess(other, 0) == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
}

void open_peers() {
    open_peer(0, 1);
}

void exchange(const float *a, float *from_1, const float *b, float *from_0, size_t n) {
    static cudaStream_t out[2];
    if (!out[0])
        for (int d = 1; d >= 0; d--) {
            cudaSetDevice(d);
            cudaStreamCreateWithFlags(&out[d], cudaStreamNonBlocking);
        }
    cudaMemcpyPeerAsync(from_0, 1, a, 0, n * sizeof(float), out[0]);
    cudaMemcpyPeerAsync(from_1, 0, b, 1, n * sizeof(float), out[1]);
    cudaStreamSynchronize(out[0]);
    cudaStreamSynchronize(out[1]);
}

__global__ void gather(const float *table, const int *index, float *out, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) out[i] = table[index[i]];
}

void look_up(const float *table, const int *index, float *out, int m) {
    if (m > 0) gather<<<(m + 255) / 256, 256>>>(table, index, out, m);
    cudaDeviceSynchronize();
}
