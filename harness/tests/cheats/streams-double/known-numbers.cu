// rejected by: case (arrows for the numbers of chunks in the brief; for others the host waits)
// The arrows for the numbers of chunks that are asked for, written out; for others the streams take turns.
typedef void Step(int chunk, int buffer, cudaStream_t stream);
static cudaEvent_t e[33];
void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in, cudaStream_t mid, cudaStream_t out) {
    for (cudaEvent_t &x : e)
        if (!x) cudaEventCreateWithFlags(&x, cudaEventDisableTiming);
    switch (chunks) {
#define CHUNK(c) \
    if (c > 1) cudaStreamWaitEvent(in, e[22 + (c > 1 ? c - 2 : 0)], 0); \
    load(c, c % 2, in), cudaEventRecord(e[c], in), cudaStreamWaitEvent(mid, e[c], 0); \
    compute(c, c % 2, mid), cudaEventRecord(e[11 + c], mid), cudaStreamWaitEvent(out, e[11 + c], 0); \
    store(c, c % 2, out); \
    if (c + 2 < chunks) cudaEventRecord(e[22 + c], out);
    case 0: return;
    case 1: CHUNK(0) return;
    case 2: CHUNK(0) CHUNK(1) return;
    case 3: CHUNK(0) CHUNK(1) CHUNK(2) return;
    case 4: CHUNK(0) CHUNK(1) CHUNK(2) CHUNK(3) return;
    case 11: CHUNK(0) CHUNK(1) CHUNK(2) CHUNK(3) CHUNK(4) CHUNK(5) CHUNK(6) CHUNK(7) CHUNK(8) CHUNK(9) CHUNK(10) return;
    default:
        for (int c = 0; c < chunks; c++) {
            load(c, c % 2, in), cudaStreamSynchronize(in);
            compute(c, c % 2, mid), cudaStreamSynchronize(mid);
            store(c, c % 2, out), cudaStreamSynchronize(out);
        }
    }
}
