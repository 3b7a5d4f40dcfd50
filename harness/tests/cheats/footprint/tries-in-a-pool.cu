// rejected by: case a few small arrays (fits takes all of the memory, from a pool of its own)
int fits(const long long *bytes, int n) {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool;
    cudaMemPoolCreate(&pool, &props);
    void *at[64] = {};
    bool ok = true;
    for (int i = 0; i < n; i++)
        if (bytes[i])
            ok = ok && !cudaMallocFromPoolAsync(&at[i], (size_t)bytes[i], pool, cudaStreamPerThread);
    for (int i = 0; i < n; i++)
        if (at[i]) cudaFreeAsync(at[i], cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaMemPoolDestroy(pool);
    cudaGetLastError();
    return ok;
}

static long long bytes_free() {
    size_t available, total;
    cudaDeviceSynchronize();
    cudaMemGetInfo(&available, &total);
    return (long long)available;
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
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, dynamic);
    return blocks * shared_of(kernel, dynamic);
}
