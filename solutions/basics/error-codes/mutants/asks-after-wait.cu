// rejected by: case a kernel that writes to no address (asks for a refused launch after the wait)
enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();

int run_step(Step step, cudaError_t *error) {
    cudaGetLastError();
    step();
    cudaError_t k = cudaDeviceSynchronize();
    cudaError_t l = cudaGetLastError();
    if (l != cudaSuccess) { *error = l; return LAUNCH; }
    if (k != cudaSuccess) { *error = k; return KERNEL; }
    *error = cudaSuccess;
    return FINE;
}
