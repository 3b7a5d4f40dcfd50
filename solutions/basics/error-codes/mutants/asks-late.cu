// rejected by: case a block of 2048 threads (waits first, so all errors look alike)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    cudaDeviceSynchronize();
    *error = cudaGetLastError();
    return *error == cudaSuccess ? FINE : KERNEL;
}
