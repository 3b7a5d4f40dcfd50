// rejected by: case the current device | case another GPU, an H200 (the bandwidth is a product of ints)

static int attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, which, device);
    return value;
}

void device_numbers(double *out) {
    int sms = attribute(cudaDevAttrMultiProcessorCount);
    int major = attribute(cudaDevAttrComputeCapabilityMajor);
    int minor = attribute(cudaDevAttrComputeCapabilityMinor);
    int cores = major == 7 || (major == 8 && minor == 0) ? 64 : 128;
    int clock = attribute(cudaDevAttrMemoryClockRate);
    int bus = attribute(cudaDevAttrGlobalMemoryBusWidth);
    out[0] = sms;
    out[1] = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    out[2] = attribute(cudaDevAttrL2CacheSize) / 1048576.0;
    out[3] = attribute(cudaDevAttrMaxSharedMemoryPerBlock) / 1024.0;
    out[4] = 2 * clock * (bus / 8) / 1000000;
    out[5] = 2.0 * sms * cores * attribute(cudaDevAttrClockRate) * 1e3 / 1e12;
}
