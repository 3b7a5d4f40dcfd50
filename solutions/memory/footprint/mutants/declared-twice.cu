// rejected by: case (how many fit is asked with the declared bytes in the dynamic part)
// How much memory each thing needs.

static long long bytes_free() {
    size_t available, total;
    cudaDeviceSynchronize(); // what is under way may still free some
    cudaMemGetInfo(&available, &total);
    return (long long)available;
}

int fits(const long long *bytes, int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += bytes[i];
    return sum <= bytes_free();
}

long long left_by(void (*work)()) {
    long long before = bytes_free();
    work();
    return before - bytes_free();
}

long long shared_of(const void *kernel, long long dynamic) {
    cudaFuncAttributes has;
    cudaFuncGetAttributes(&has, kernel);
    return (long long)has.sharedSizeBytes + dynamic;
}

long long shared_in_use(const void *kernel, int block, long long dynamic) {
    int blocks;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                  (size_t)shared_of(kernel, dynamic));
    return blocks * shared_of(kernel, dynamic);
}
