// rejected by: case an old error that nobody asked for (does not clear old errors)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    step();
    *error = cudaGetLastError();
    if (*error != cudaSuccess) return LAUNCH;
    *error = cudaDeviceSynchronize();
    return *error == cudaSuccess ? FINE : KERNEL;
}
