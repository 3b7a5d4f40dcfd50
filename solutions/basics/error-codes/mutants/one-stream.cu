// rejected by: case a kernel that takes its time in another stream | escaped (waits for the default stream only)
// Errors that arrive later: ask after the launch, and ask after the kernel.
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError(); // what happened before is not the step's fault

    step();
    *error = cudaGetLastError(); // a launch that was refused is known at once
    if (*error != cudaSuccess) return LAUNCH;

    *error = cudaStreamSynchronize(0); // a kernel that fails is known when it ends
    return *error == cudaSuccess ? FINE : KERNEL;
}
