// rejected by: case a block of 2048 threads (calls the step a second time)
// Errors that arrive later: ask after the launch, and ask after the kernel.
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError(); // what happened before is not the step's fault

    step();
    *error = cudaGetLastError(); // a launch that was refused is known at once
    if (*error != cudaSuccess) { step(); *error = cudaGetLastError(); }
if (*error != cudaSuccess) return LAUNCH;

    *error = cudaDeviceSynchronize(); // a kernel that fails is known when it ends
    return *error == cudaSuccess ? FINE : KERNEL;
}
