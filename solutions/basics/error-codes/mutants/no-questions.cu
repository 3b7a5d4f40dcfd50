// rejected by: case a block of 2048 threads (ignores cudaGetLastError)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    step();
    *error = cudaDeviceSynchronize();
    return *error == cudaSuccess ? FINE : KERNEL;
}
