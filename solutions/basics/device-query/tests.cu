// What device-query should find, read from the device in the same process.
#include "kata_tests.h"

#include <math.h>

void device_numbers(double *out);

static double attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, which, device);
    return value;
}

void query_cases(int scenario, int *facts);

void query_cases(int scenario, int *facts) {
    enum { N = 6 };
    double got[N] = {-1, -1, -1, -1, -1, -1};
    int cc = 10 * (int)attribute(cudaDevAttrComputeCapabilityMajor) +
             (int)attribute(cudaDevAttrComputeCapabilityMinor);
    double sms = attribute(cudaDevAttrMultiProcessorCount);
    double cores = cc == 70 || cc == 72 || cc == 75 || cc == 80 ? 64 : 128;
    const double want[N] = {
        sms,
        attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
        attribute(cudaDevAttrL2CacheSize) / 1048576,
        attribute(cudaDevAttrMaxSharedMemoryPerBlock) / 1024,
        attribute(cudaDevAttrMemoryClockRate) *
            attribute(cudaDevAttrGlobalMemoryBusWidth) / 4e6,
        2e-9 * sms * cores * attribute(cudaDevAttrClockRate),
    };
    (void)scenario;
    device_numbers(got);
    for (int i = 0; i < N; i++)
        facts[i] = fabs(got[i] - want[i]) <= 1e-3 * want[i];
}
