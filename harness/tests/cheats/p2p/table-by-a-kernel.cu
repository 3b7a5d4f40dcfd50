// rejected by: gate peer_bytes (a kernel brings the whole table over, which no copy does)
static cudaStream_t out_of[2];

void open_peers() {
    for (int d : {1, 0}) {
        cudaSetDevice(d);
        cudaDeviceEnablePeerAccess(1 - d, 0);
        cudaGetLastError();
    }
}

void exchange(const float *a, float *from_1, const float *b, float *from_0, size_t n) {
    size_t bytes = n * sizeof(float);
    for (int d : {0, 1})
        if (!out_of[d]) cudaStreamCreateWithFlags(&out_of[d], cudaStreamNonBlocking);
    cudaMemcpyPeerAsync(from_0, 1, a, 0, bytes, out_of[0]);
    cudaMemcpyPeerAsync(from_1, 0, b, 1, bytes, out_of[1]);
    cudaStreamSynchronize(out_of[0]), cudaStreamSynchronize(out_of[1]);
}

const int TABLE = 1 << 20;
__device__ float copy_of_table[TABLE];

__global__ void bring(const float *table) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < TABLE; i += gridDim.x * blockDim.x)
        copy_of_table[i] = table[i];
}

__global__ void pick(const int *index, float *out, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) out[i] = copy_of_table[index[i]];
}

void look_up(const float *table, const int *index, float *out, int m) {
    if (m > 0) {
        bring<<<512, 256>>>(table);
        pick<<<(m + 127) / 128, 128>>>(index, out, m);
    }
    cudaStreamSynchronize(0);
}
