// rejected by: case (each wait comes before the record)
typedef void Step(int chunk, int buffer, cudaStream_t stream);

void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in,
              cudaStream_t mid, cudaStream_t out) {
    cudaEvent_t loaded, computed, stored[2];
    cudaEventCreate(&loaded);
    cudaEventCreate(&computed);
    cudaEventCreate(&stored[0]);
    cudaEventCreate(&stored[1]);
    for (int c = 0; c < chunks; c++) {
        cudaStreamWaitEvent(in, stored[c % 2]);
        cudaStreamWaitEvent(mid, loaded);
        cudaStreamWaitEvent(out, computed);
        load(c, c % 2, in);
        cudaEventRecord(loaded, in);
        compute(c, c % 2, mid);
        cudaEventRecord(computed, mid);
        store(c, c % 2, out);
        cudaEventRecord(stored[c % 2], out);
    }
    cudaEventDestroy(loaded);
    cudaEventDestroy(computed);
    cudaEventDestroy(stored[0]);
    cudaEventDestroy(stored[1]);
}
