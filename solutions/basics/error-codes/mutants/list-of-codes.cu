// rejected by: case more registers than a block can have (waits first, and knows the codes of two refusals)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    cudaError_t waited = cudaDeviceSynchronize();
    cudaError_t last = cudaGetLastError();
    *error = waited != cudaSuccess ? waited : last;
    switch (*error) {
    case cudaSuccess:
        return FINE;
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidValue:
        return LAUNCH;
    default:
        return KERNEL;
    }
}
