// How much memory each thing needs.

// 1 if n arrays find room at the same time.
int fits(const long long *bytes, int n) {
    // TODO: ask the device.
    (void)bytes, (void)n;
    return 0;
}

// By how many bytes more memory is taken after the work.
long long left_by(void (*work)()) {
    work();
    return 0; // TODO
}

// Bytes of shared memory of a block.
long long shared_of(const void *kernel, long long dynamic) {
    (void)kernel, (void)dynamic;
    return 0; // TODO
}

// The same of all blocks that an SM holds at once.
long long shared_in_use(const void *kernel, int block, long long dynamic) {
    (void)kernel, (void)block, (void)dynamic;
    return 0; // TODO
}
