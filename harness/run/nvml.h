// What NVML says of the GPU, through dlopen: no CUDA context, no link-time
// dependency. Several GPUs: the first that CUDA_VISIBLE_DEVICES allows.
#ifndef RUN_NVML_H
#define RUN_NVML_H

#include "base/base.h"

typedef struct GpuState {
    bool present;  // a GPU answers
    char name[96]; // "NVIDIA H200"
    char uuid[96];
    char driver[80]; // "580.159.04"
    int cc;          // 90; 0 unknown
    double memory_bytes, memory_free_bytes;
    unsigned sm_mhz, sm_mhz_max, mem_mhz, temperature_c, processes;
    double power_w, power_limit_w;
    unsigned long long throttle; // bits of nvmlClocksEventReasons
    char why[160];               // not present: why not
} GpuState;

// Loads NVML at the first call. Never fails: see present and why.
void nvml_probe(GpuState *out);

#endif
