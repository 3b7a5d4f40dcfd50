// rejected by: trap not-synchronised (nothing is repaired: eight buffers put the mistake off)
//
// line: C
// cause: buffer-in-use
#include <algorithm>

const int STEPS = 64;
const int PIECE = 1 << 18; // bytes
const int THREADS = 256;

// The streams and buffers of a piece.
struct Slot {
    cudaStream_t stream;
    cudaEvent_t free; // the pinned bytes may be overwritten
    unsigned char *pinned, *codes;
    float *values;
};

__global__ void decode(const unsigned char *codes, float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 0.1f + codes[i] / 320.0f, v = 1;
    for (int s = 0; s < STEPS; s++)
        v *= 1.5f - 0.5f * a * v * v;
    values[i] = v;
}

static void open_slot(Slot *l) {
    cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&l->free, cudaEventDisableTiming);
    cudaMallocHost(&l->pinned, PIECE);
    cudaMalloc(&l->codes, PIECE);
    cudaMalloc(&l->values, PIECE * sizeof(float));
}

static void close_slot(Slot *l) {
    cudaFree(l->values);
    cudaFree(l->codes);
    cudaFreeHost(l->pinned);
    cudaEventDestroy(l->free);
    cudaStreamDestroy(l->stream);
}

void decode_all(const unsigned char *in, float *out, int n) {
    Slot slots[8];
    for (Slot &l : slots)
        open_slot(&l);
    for (int from = 0, p = 0; from < n; from += PIECE, p++) {
        Slot *l = &slots[p % 8];
        int m = std::min(PIECE, n - from);
        cudaEventSynchronize(l->free);                   
        for (int i = 0; i < m; i++)
            l->pinned[i] = 255 - in[from + i];           
        cudaEventRecord(l->free, l->stream);               /* C */
        cudaMemcpyAsync(l->codes, l->pinned, m, cudaMemcpyHostToDevice,
                        l->stream);                        /* D */
        decode<<<(m + THREADS - 1) / THREADS, THREADS, 0, l->stream>>>(
            l->codes, l->values, m);                       /* E */
        cudaMemcpyAsync(out + from, l->values, m * sizeof(float),
                        cudaMemcpyDeviceToHost, l->stream); /* F */
    }
    cudaDeviceSynchronize();                               /* G */
    for (Slot &l : slots)
        close_slot(&l);
}
