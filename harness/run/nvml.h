// Reads the GPU's state from NVML, through dlopen: no CUDA context, no
// link-time dependency. Several GPUs: the first that CUDA_VISIBLE_DEVICES
// allows.
#ifndef RUN_NVML_H
#define RUN_NVML_H

#include "base/arena.h"

typedef struct GpuState {
    bool present;  // a GPU answers
    int count;     // GPUs that a program may use
    char name[96]; // "NVIDIA H200"
    char uuid[96];
    char driver[80]; // "580.159.04"
    int cc;          // 90; 0 unknown
    double memory_bytes, memory_free_bytes;
    unsigned sm_mhz, sm_mhz_max, mem_mhz, temperature_c, processes;
    unsigned busy_percent; // of the last second, all programs together
    double power_w, power_limit_w, power_default_w;
    unsigned long long throttle; // bits of nvmlClocksEventReasons
    // -1: it does not say
    int ecc, mig, display, persistence;
    char why[160]; // not present: why not
} GpuState;

// Loads NVML at the first call. Never fails: see present and why.
void nvml_probe(GpuState *out);

// Lets go of the driver: before a fork, as what a process knows of it is of no
// use to its children (NVML answers them nothing). The next call loads it anew.
void nvml_close(void);

// Why the clock is held down, now: bits of nvmlClocksEventReasons without the
// harmless ones (idle, clocks that somebody set). Cheap: some microseconds.
unsigned long long nvml_throttle(void);
// In words: "the power limit, heat"; "" for 0.
const char *nvml_throttle_text(Arena *a, unsigned long long bits);

#endif
