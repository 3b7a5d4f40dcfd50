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

typedef struct NvmlBusy {
    unsigned gpu, memory; // per cent
} NvmlBusy;

typedef struct Nvml {
    int (*init)(void);
    int (*shutdown)(void);
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
    int (*default_limit)(NvmlDev, unsigned *);
    int (*busy)(NvmlDev, NvmlBusy *);
    int (*ecc)(NvmlDev, int *, int *);
    int (*mig)(NvmlDev, unsigned *, unsigned *);
    int (*display)(NvmlDev, int *);
    int (*persistence)(NvmlDev, int *);
} Nvml;

enum { CLOCK_SM = 1, CLOCK_MEM = 2 };

static void bind_symbols(void *lib, Nvml *n) {
    const struct {
        void **at;
        const char *symbol;
    } all[] = {
        {(void **)&n->init, "nvmlInit_v2"},
        {(void **)&n->shutdown, "nvmlShutdown"},
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
        {(void **)&n->default_limit,
         "nvmlDeviceGetPowerManagementDefaultLimit"},
        {(void **)&n->busy, "nvmlDeviceGetUtilizationRates"},
        {(void **)&n->ecc, "nvmlDeviceGetEccMode"},
        {(void **)&n->mig, "nvmlDeviceGetMigMode"},
        {(void **)&n->display, "nvmlDeviceGetDisplayActive"},
        {(void **)&n->persistence, "nvmlDeviceGetPersistenceMode"},
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

static void read_modes(const Nvml *n, NvmlDev d, GpuState *out) {
    int mode = 0, pending;
    unsigned mig = 0, mig_pending;

    out->ecc = n->ecc && n->ecc(d, &mode, &pending) == 0 ? mode : -1;
    out->mig = n->mig && n->mig(d, &mig, &mig_pending) == 0 ? (int)mig : -1;
    out->display = n->display && n->display(d, &mode) == 0 ? mode : -1;
    out->persistence =
        n->persistence && n->persistence(d, &mode) == 0 ? mode : -1;
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
    if (n->default_limit && n->default_limit(d, &v) == 0)
        out->power_default_w = v / 1e3;
    NvmlBusy busy;
    if (n->busy && n->busy(d, &busy) == 0) out->busy_percent = busy.gpu;
    if (n->throttle) n->throttle(d, &out->throttle);
    read_modes(n, d, out);
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

// CUDA_VISIBLE_DEVICES shows at most as many as it names.
static int visible_count(unsigned there) {
    const char *s = getenv("CUDA_VISIBLE_DEVICES");
    int named = 0;
    if (!s) return (int)there;
    for (bool in = false; *s; s++) {
        bool sep = *s == ',';
        named += !sep && !in;
        in = !sep;
    }
    return min_of(named, (int)there);
}

static Nvml nvml; // bound once
static NvmlDev device;
static pid_t owner; // the process that device is known to

// Finds the GPU; writes why not to `why`.
static bool find_device(char *why, size_t cap) {
    static bool loaded;
    if (device && owner == getpid()) return true;
    if (!loaded) {
        void *lib = open_library();
        if (lib) bind_symbols(lib, &nvml);
        loaded = true;
    }
    if (!nvml.init || !nvml.count || !nvml.by_index || !nvml.name) {
        bool node = access("/dev/nvidiactl", F_OK) == 0;
        snprintf(why, cap,
                 node ? "there is a GPU, but NVIDIA's libnvidia-ml.so.1 is "
                        "missing: install the driver's user-space libraries"
                      : "no NVIDIA driver on this machine");
        return false;
    }
    unsigned count = 0;
    if (nvml.init() == 0 && nvml.count(&count) == 0 && count > 0 &&
        nvml.by_index(min_of(visible_index(), count - 1), &device) == 0) {
        owner = getpid();
        return true;
    }
    device = NULL;
    snprintf(why, cap, "NVIDIA's driver answers, but shows no GPU");
    return false;
}

void nvml_probe(GpuState *out) {
    *out = (GpuState){.ecc = -1, .mig = -1, .display = -1, .persistence = -1};
    out->present = find_device(out->why, sizeof out->why);
    if (!out->present) return;
    unsigned count = 1;
    nvml.count(&count);
    out->count = visible_count(count);
    read_state(&nvml, device, out);
}

void nvml_close(void) {
    if (device && owner == getpid() && nvml.shutdown) nvml.shutdown();
    device = NULL;
}

// ---- why the clock is low

static const struct Reason {
    unsigned long long bit;
    const char *text;
} reasons[] = {
    {0x04, "the power limit"},
    {0x08, "the hardware's slowdown"},
    {0x10, "another GPU that it keeps step with"},
    {0x20, "heat"},
    {0x40, "heat (the hardware's limit)"},
    {0x80, "the power supply's brake"},
    {0x100, "a display's clocks"},
};

unsigned long long nvml_throttle(void) {
    char why[160];
    unsigned long long bits = 0, known = 0;
    if (!find_device(why, sizeof why) || !nvml.throttle ||
        nvml.throttle(device, &bits) != 0)
        return 0;
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        known |= reasons[i].bit;
    return bits & known;
}

const char *nvml_throttle_text(Arena *a, unsigned long long bits) {
    const char *text = "";
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if (bits & reasons[i].bit)
            text = arena_fmt(a, "%s%s%s", text, *text ? ", " : "",
                             reasons[i].text);
    return text;
}
