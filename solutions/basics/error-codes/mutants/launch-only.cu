// rejected by: case a kernel that writes to no address (never waits)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    *error = cudaGetLastError();
    return *error == cudaSuccess ? FINE : LAUNCH;
}
