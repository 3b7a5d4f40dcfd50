// A reduction library: one call for every type, operation and size.
enum Type { INT32, FLOAT32, FLOAT64 };
enum Op { SUM, SMALLEST, LARGEST };
enum How { AUTO, ONE_WARP, ONE_BLOCK, MANY_BLOCKS };

// The bytes of device memory that reduce() needs in `work` for this call; 0: none.
size_t reduce_bytes(Type type, size_t n, How how) {
    // TODO
    return 0;
}

// Reduces the n elements of `in` to out[0], both in device memory, in the order of `stream`.
cudaError_t reduce(const void *in, void *out, size_t n, Type type, Op op, How how, void *work,
                   size_t bytes, cudaStream_t stream) {
    // TODO: look at the arguments, choose, launch, and say how it went.
    return cudaSuccess;
}

#ifdef BENCH
// kata sim work/reduction-library/reduction-library.cu -DBENCH: where is which one the fastest?
#include <cstdio>

static float time_us(const float *in, float *out, size_t n, How how, void *work, size_t bytes) {
    cudaEvent_t from, to;
    float best = 1e9f, ms;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int i = 0; i < 4; i++) { // the first one warms up
        cudaEventRecord(from);
        reduce(in, out, n, FLOAT32, SUM, how, work, bytes, 0);
        cudaEventRecord(to);
        cudaEventSynchronize(to);
        cudaEventElapsedTime(&ms, from, to);
        best = fminf(best, 1000 * ms);
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return best;
}

int main() {
    const size_t most = 4 << 20, bytes = 1 << 20;
    float *in, *out;
    void *work;
    cudaMalloc(&in, most * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&work, bytes);
    cudaMemset(in, 0, most * sizeof(float));
    printf("%10s %10s %10s %10s %10s us\n", "n", "AUTO", "ONE_WARP", "ONE_BLOCK", "MANY");
    for (size_t n = 32; n <= most; n *= 2) {
        printf("%10zu", n);
        for (int how = AUTO; how <= MANY_BLOCKS; how++)
            if (how == ONE_WARP && n > 1 << 17)
                printf(" %10s", "-");
            else
                printf(" %10.2f", time_us(in, out, n, (How)how, work, bytes));
        printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(work);
}
#endif
