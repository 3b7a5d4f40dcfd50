// rejected by: gate hidden (after each step a kernel reads the neighbours' rows over the link)
__global__ void relax(const float *from, float *to, int first, int stride, int count, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y;
    if (x >= cols - 1 || i >= count) return;
    size_t at = (size_t)(first + i * stride) * cols + x;
    to[at] = 0.25f * ((from[at - cols] + from[at + cols]) + (from[at - 1] + from[at + 1]));
}

__global__ void read_row(const float *there, float *here, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < cols) here[x] = there[x];
}

void simulate(float **u, float **v, const int *rows, int cols, int steps, int devices,
              cudaStream_t *stream) {
    static cudaEvent_t done[8];
    auto meet = [&]() {
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            if (!done[d]) cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming);
            cudaEventRecord(done[d], stream[d]);
        }
        for (int d = 1; d < devices; d++) {
            cudaStreamWaitEvent(stream[d], done[d - 1], 0);
            cudaStreamWaitEvent(stream[d - 1], done[d], 0);
        }
    };
    for (int s = 0; s < steps; s++) {
        float **from = s % 2 ? v : u, **to = s % 2 ? u : v;
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            if (cols > 2)
                relax<<<dim3((cols + 253) / 256, rows[d]), 256, 0, stream[d]>>>(
                    from[d], to[d], 1, 1, rows[d], cols);
        }
        meet();
        for (int d = 1; d < devices; d++) {
            const float *last = to[d - 1] + (size_t)rows[d - 1] * cols;
            cudaSetDevice(d);
            read_row<<<(cols + 255) / 256, 256, 0, stream[d]>>>(last, to[d], cols);
            cudaSetDevice(d - 1);
            read_row<<<(cols + 255) / 256, 256, 0, stream[d - 1]>>>(
                to[d] + cols, to[d - 1] + (size_t)(rows[d - 1] + 1) * cols, cols);
        }
        meet();
    }
    cudaSetDevice(0);
}
