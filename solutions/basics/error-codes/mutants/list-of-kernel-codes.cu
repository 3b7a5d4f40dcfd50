// rejected by: case a kernel that writes to an odd address (waits first, and knows the codes of two failures)
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
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
        return KERNEL;
    default:
        return LAUNCH;
    }
}
