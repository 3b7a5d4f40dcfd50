// rejected by: case a kernel that is right (stores nothing where all goes well)
// Errors that arrive later: ask after the launch, and ask after the kernel.
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError(); // what happened before is not the step's fault

    step();
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) { *error = e; return LAUNCH; }
    e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { *error = e; return KERNEL; }
    return FINE;
}
