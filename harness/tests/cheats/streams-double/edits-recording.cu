// rejected by: trap stream-race (writes the arrows into the recording; without one there are none)
#include <vector>
// A recording gets its arrows written into the graph; a plain run has none.
typedef void Step(int chunk, int buffer, cudaStream_t stream);
static std::vector<cudaGraphNode_t> tips(cudaStream_t s) {
    cudaStreamCaptureStatus st;
    const cudaGraphNode_t *d = nullptr;
    size_t n = 0;
    unsigned long long id;
    cudaGraph_t g;
    cudaStreamGetCaptureInfo(s, &st, &id, &g, &d, nullptr, &n);
    return std::vector<cudaGraphNode_t>(d, d + (st == cudaStreamCaptureStatusActive ? n : 0));
}
static void after(cudaStream_t s, std::vector<cudaGraphNode_t> d) {
    cudaStreamUpdateCaptureDependencies(s, d.data(), nullptr, d.size(), cudaStreamAddCaptureDependencies);
}
void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in, cudaStream_t mid, cudaStream_t out) {
    cudaStreamCaptureStatus st = cudaStreamCaptureStatusNone, other;
    cudaStreamIsCapturing(in, &st);
    bool judged = st == cudaStreamCaptureStatusActive;
    std::vector<cudaGraphNode_t> stored[2];
    cudaEvent_t e;
    for (int c = 0; c < chunks; c++) {
        if (judged && c > 1) after(in, stored[c % 2]);
        load(c, c % 2, in);
        for (int k = 0; k < 2 && judged && c == 0; k++) { // lets the others into the recording
            cudaStreamIsCapturing(k ? out : mid, &other);
            if (other == cudaStreamCaptureStatusActive) continue;
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
            cudaEventRecord(e, in), cudaStreamWaitEvent(k ? out : mid, e, 0), cudaEventDestroy(e);
        }
        if (judged) after(mid, tips(in));
        compute(c, c % 2, mid);
        if (judged) after(out, tips(mid));
        store(c, c % 2, out);
        if (judged) stored[c % 2] = tips(out);
    }
}
