// rejected by: case a kernel that writes to no address (an error code of its own making)
// Errors that arrive later: ask after the launch, and ask after the kernel.
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError(); // what happened before is not the step's fault

    step();
    *error = cudaGetLastError(); // a launch that was refused is known at once
    if (*error != cudaSuccess) return LAUNCH;

    *error = cudaDeviceSynchronize(); // a kernel that fails is known when it ends
    if (*error == cudaSuccess) return FINE;
    *error = cudaErrorLaunchFailure;
    return KERNEL;
}
