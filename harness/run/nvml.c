// NVML by dlopen. Only functions whose ABI has been stable since driver 418 are
// used; each is optional but the first few.
#include "run/nvml.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct NvmlDevice *NvmlDev;
typedef struct NvmlMemory {
    unsigned long long total, free, used;
} NvmlMemory;

typedef struct Nvml {
    int (*init)(void);
    int (*count)(unsigned *);
    int (*by_index)(unsigned, NvmlDev *);
    int (*name)(NvmlDev, char *, unsigned);
    int (*uuid)(NvmlDev, char *, unsigned);
    int (*driver)(char *, unsigned);
    int (*cc)(NvmlDev, int *, int *);
    int (*memory)(NvmlDev, NvmlMemory *);
    int (*clock)(NvmlDev, int, unsigned *);
    int (*max_clock)(NvmlDev, int, unsigned *);
    int (*temperature)(NvmlDev, int, unsigned *);
    int (*power)(NvmlDev, unsigned *);
    int (*power_limit)(NvmlDev, unsigned *);
    int (*throttle)(NvmlDev, unsigned long long *);
    int (*processes)(NvmlDev, unsigned *, void *);
} Nvml;

enum { CLOCK_SM = 1, CLOCK_MEM = 2 };

static void bind_symbols(void *lib, Nvml *n) {
    const struct {
        void **at;
        const char *symbol;
    } all[] = {
        {(void **)&n->init, "nvmlInit_v2"},
        {(void **)&n->count, "nvmlDeviceGetCount_v2"},
        {(void **)&n->by_index, "nvmlDeviceGetHandleByIndex_v2"},
        {(void **)&n->name, "nvmlDeviceGetName"},
        {(void **)&n->uuid, "nvmlDeviceGetUUID"},
        {(void **)&n->driver, "nvmlSystemGetDriverVersion"},
        {(void **)&n->cc, "nvmlDeviceGetCudaComputeCapability"},
        {(void **)&n->memory, "nvmlDeviceGetMemoryInfo"},
        {(void **)&n->clock, "nvmlDeviceGetClockInfo"},
        {(void **)&n->max_clock, "nvmlDeviceGetMaxClockInfo"},
        {(void **)&n->temperature, "nvmlDeviceGetTemperature"},
        {(void **)&n->power, "nvmlDeviceGetPowerUsage"},
        {(void **)&n->power_limit, "nvmlDeviceGetEnforcedPowerLimit"},
        {(void **)&n->throttle, "nvmlDeviceGetCurrentClocksThrottleReasons"},
        {(void **)&n->processes, "nvmlDeviceGetComputeRunningProcesses_v3"},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        *all[i].at = dlsym(lib, all[i].symbol);
}

static void *open_library(void) {
    static const char *const names[] = {
        "libnvidia-ml.so.1",
        "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
        "/usr/lib/wsl/lib/libnvidia-ml.so.1",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        void *lib = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (lib) return lib;
    }
    return NULL;
}

static void read_state(const Nvml *n, NvmlDev d, GpuState *out) {
    int major = 0, minor = 0;
    NvmlMemory mem = {0};
    unsigned v = 0;

    n->name(d, out->name, sizeof out->name);
    if (n->uuid) n->uuid(d, out->uuid, sizeof out->uuid);
    if (n->driver) n->driver(out->driver, sizeof out->driver);
    if (n->cc && n->cc(d, &major, &minor) == 0) out->cc = major * 10 + minor;
    if (n->memory && n->memory(d, &mem) == 0) {
        out->memory_bytes = (double)mem.total;
        out->memory_free_bytes = (double)mem.free;
    }
    if (n->clock) {
        n->clock(d, CLOCK_SM, &out->sm_mhz);
        n->clock(d, CLOCK_MEM, &out->mem_mhz);
    }
    if (n->max_clock) n->max_clock(d, CLOCK_SM, &out->sm_mhz_max);
    if (n->temperature) n->temperature(d, 0, &out->temperature_c);
    if (n->power && n->power(d, &v) == 0) out->power_w = v / 1e3;
    if (n->power_limit && n->power_limit(d, &v) == 0)
        out->power_limit_w = v / 1e3;
    if (n->throttle) n->throttle(d, &out->throttle);
    v = 0; // with room for none, NVML answers with the number there are
    if (n->processes) n->processes(d, &v, NULL);
    out->processes = v;
}

// The first index that CUDA_VISIBLE_DEVICES names; UUIDs there are rare and
// fall back to the first GPU.
static unsigned visible_index(void) {
    const char *s = getenv("CUDA_VISIBLE_DEVICES");
    return s && *s >= '0' && *s <= '9' ? (unsigned)strtoul(s, NULL, 10) : 0;
}

void nvml_probe(GpuState *out) {
    static Nvml n;
    static bool loaded;
    *out = (GpuState){0};

    if (!loaded) {
        void *lib = open_library();
        if (lib) bind_symbols(lib, &n);
        loaded = true;
    }
    if (!n.init || !n.count || !n.by_index || !n.name) {
        bool node = access("/dev/nvidiactl", F_OK) == 0;
        snprintf(out->why, sizeof out->why,
                 node ? "there is a GPU, but NVIDIA's libnvidia-ml.so.1 is "
                        "missing: install the driver's user-space libraries"
                      : "no NVIDIA driver on this machine");
        return;
    }
    unsigned count = 0;
    NvmlDev d = NULL;
    if (n.init() != 0 || n.count(&count) != 0 || count == 0 ||
        n.by_index(min_of(visible_index(), count - 1), &d) != 0) {
        snprintf(out->why, sizeof out->why,
                 "NVIDIA's driver answers, but shows no GPU");
        return;
    }
    out->present = true;
    read_state(&n, d, out);
}
