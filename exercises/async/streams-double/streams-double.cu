// Two buffers and three streams.
//
// TODO: nothing says that a chunk is loaded before it is computed, or stored before its
// buffer is loaded again.

typedef void Step(int chunk, int buffer, cudaStream_t stream);

void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in,
              cudaStream_t mid, cudaStream_t out) {
    for (int c = 0; c < chunks; c++) {
        load(c, c % 2, in);
        compute(c, c % 2, mid);
        store(c, c % 2, out);
    }
}
