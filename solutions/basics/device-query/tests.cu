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

enum { SMS, THREADS, L2, OPT_IN, SHARED, ROOM, CLOCKS, TRANSFERS, BITS, BANDWIDTH,
       EXCHANGED, CORES, HALF, FLOPS, READ, FACTS };

static bool is_near(double got, double want) {
    return fabs(got - want) <= 1e-3 * fabs(want);
}

// An int held one of these products on the way: what got is of want, the rest of the
// product is of the whole one.
static bool is_wrapped(double ratio, const double *factors, int n) {
    for (int first = 0; first < n; first++) {
        double product = 1;
        for (int i = first; i < n; i++) {
            product *= factors[i];
            if (product > 9e18) break;
            double held = (int)(unsigned)(unsigned long long)product;
            if (held != product && is_near(ratio, held / product)) return true;
        }
    }
    return false;
}

static bool is_thousands(double ratio) {
    return is_near(ratio, 1e3) || is_near(ratio, 1e-3) || is_near(ratio, 1e6) ||
           is_near(ratio, 1e-6);
}

// The slips that the ratio of got to want shows.
static void ask_slips(double got, double want, double flops, double want_flops,
                      double cores, double sms, int *facts) {
    double khz = attribute(cudaDevAttrMemoryClockRate);
    double width = attribute(cudaDevAttrGlobalMemoryBusWidth);
    double core_khz = attribute(cudaDevAttrClockRate);
    const double of_memory[][4] = {{khz, 2, width, 1000}, {khz, 1000, 2, width},
                                   {1000, khz, 2, width}, {khz, width, 2, 1000},
                                   {2, khz, width, 1000}, {khz, 2, width / 8, 1000},
                                   {khz, 1000, 2, width / 8}};
    const double of_cores[][5] = {{sms, cores, core_khz, 1000, 2},
                                  {sms, cores, core_khz, 2, 1000},
                                  {core_khz, 1000, sms, cores, 2},
                                  {core_khz, sms, cores, 2, 1000},
                                  {2, sms, cores, core_khz, 1000}};
    for (const auto &f : of_memory)
        facts[ROOM] &= !is_wrapped(got / want, f, 4);
    for (const auto &f : of_cores)
        facts[ROOM] &= !is_wrapped(flops / want_flops, f, 5);
    facts[CLOCKS] = !is_thousands(got / want) && !is_thousands(flops / want_flops);
    facts[TRANSFERS] = !is_near(got / want, 0.5);
    facts[BITS] = !is_near(got / want, 8);
    facts[EXCHANGED] = !is_near(got / want, core_khz / khz) &&
                       !is_near(flops / want_flops, khz / core_khz);
    facts[CORES] = !is_near(flops / want_flops, 2);
    facts[HALF] = !is_near(flops / want_flops, 0.5);
}

// From CUDA 13 on no structure has the two clocks: each takes a question of its own.
static int questions(void) {
    return kata_calls("cudaDeviceGetAttribute") + kata_calls("cuDeviceGetAttribute");
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
    static int asked; // in all cases: who keeps what was read asks once
    int before = questions();
    device_numbers(got);
    asked += questions() - before;
    static const int fact_of[N] = {SMS, THREADS, L2, SHARED, BANDWIDTH, FLOPS};
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    for (int i = 0; i < N; i++)
        facts[fact_of[i]] = is_near(got[i], want[i]);
    facts[READ] = !kata_counts() || CUDART_VERSION < 13000 || asked >= 2;
    double opt_in = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / 1024;
    facts[OPT_IN] = facts[SHARED] || !is_near(got[3], opt_in);
    ask_slips(got[4], want[4], got[5], want[5], cores, sms, facts);
}
