// rejected by: case (a computation waits for the store of the chunk before)
// Two buffers and three streams: loads, computations and stores of different chunks side
// by side.

typedef void Step(int chunk, int buffer, cudaStream_t stream);

const int BUFFERS = 2;

void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in,
              cudaStream_t mid, cudaStream_t out) {
    static cudaEvent_t loaded[BUFFERS], computed[BUFFERS], is_free[BUFFERS];
    if (!loaded[0])
        for (int b = 0; b < BUFFERS; b++)
            for (cudaEvent_t *event : {&loaded[b], &computed[b], &is_free[b]})
                cudaEventCreateWithFlags(event, cudaEventDisableTiming);

    for (int c = 0; c < chunks; c++) {
        int b = c % BUFFERS;
        if (c >= BUFFERS) cudaStreamWaitEvent(in, is_free[b], 0); // chunk c - 2 is stored
        load(c, b, in);
        cudaEventRecord(loaded[b], in);

        cudaStreamWaitEvent(mid, loaded[b], 0);
        if (c > 0) cudaStreamWaitEvent(mid, is_free[1 - b], 0);
        compute(c, b, mid);
        cudaEventRecord(computed[b], mid);

        cudaStreamWaitEvent(out, computed[b], 0);
        store(c, b, out);
        cudaEventRecord(is_free[b], out);
    }
}
