// rejected by: case a block of 2048 threads (leaves the error for the next one)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    *error = cudaPeekAtLastError();
    if (*error != cudaSuccess) return LAUNCH;
    *error = cudaDeviceSynchronize();
    return *error == cudaSuccess ? FINE : KERNEL;
}
