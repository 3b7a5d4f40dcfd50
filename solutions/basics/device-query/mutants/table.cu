// rejected by: case (a table of known GPUs)
#include <cstring>

struct Known {
    const char *name;
    double numbers[6];
};

static const Known KNOWN[] = {
    {"H100", {132, 2048, 50, 48, 3352.32, 66.9}},
    {"A100", {108, 2048, 40, 48, 2039.04, 19.49184}},
    {"A10", {72, 1536, 6, 48, 600.096, 31.2422}},
    {"T4", {40, 1024, 4, 48, 320.064, 6.912}},
};

void device_numbers(double *out) {
    cudaDeviceProp of;
    cudaGetDeviceProperties(&of, 0);
    for (const Known &k : KNOWN)
        if (strstr(of.name, k.name)) {
            memcpy(out, k.numbers, sizeof k.numbers);
            return;
        }
}
