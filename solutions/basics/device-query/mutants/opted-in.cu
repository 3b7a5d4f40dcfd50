// rejected by: case the current device (shared memory that a kernel has to request)
// Know the machine you are on: six numbers of the current device.

static double attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, which, device);
    return value;
}

// fp32 cores of an SM, by compute capability.
static double cores_per_sm() {
    int major = (int)attribute(cudaDevAttrComputeCapabilityMajor);
    int minor = (int)attribute(cudaDevAttrComputeCapabilityMinor);
    return major == 7 || (major == 8 && minor == 0) ? 64 : 128;
}

void device_numbers(double *out) {
    double sms = attribute(cudaDevAttrMultiProcessorCount);
    double memory_hz = 1e3 * attribute(cudaDevAttrMemoryClockRate);
    double bus_bytes = attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
    double sm_hz = 1e3 * attribute(cudaDevAttrClockRate);

    out[0] = sms;
    out[1] = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    out[2] = attribute(cudaDevAttrL2CacheSize) / (1 << 20);
    out[3] = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / (1 << 10);
    out[4] = 2 * memory_hz * bus_bytes / 1e9;
    out[5] = 2 * sms * cores_per_sm() * sm_hz / 1e12;
}
