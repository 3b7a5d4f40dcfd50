// rejected by: case a kernel that is right (changes the pointer, not what it points to)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        error = &e;
        return LAUNCH;
    }
    e = cudaDeviceSynchronize();
    error = &e;
    return e == cudaSuccess ? FINE : KERNEL;
}
