// rejected by: trap destroyed-handle | case | crash (resets the device to be rid of old errors)
// Errors that arrive later: ask after the launch, and ask after the kernel.
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaDeviceReset();

    step();
    *error = cudaGetLastError(); // a launch that was refused is known at once
    if (*error != cudaSuccess) return LAUNCH;

    *error = cudaDeviceSynchronize(); // a kernel that fails is known when it ends
    return *error == cudaSuccess ? FINE : KERNEL;
}
