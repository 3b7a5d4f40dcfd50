// rejected by: case a block of 2048 threads (the second question clears the answer)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    if (cudaGetLastError() != cudaSuccess) {
        *error = cudaGetLastError();
        return LAUNCH;
    }
    *error = cudaDeviceSynchronize();
    return *error == cudaSuccess ? FINE : KERNEL;
}
