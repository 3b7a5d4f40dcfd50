// Describes the device: answers do:hello.
#include "runner/runner.h"
#include "sim/sim.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// Linked with NVIDIA's runtime there is no simulated device, and no cpu.c.
#pragma weak sim_gpu
#pragma weak kata_cpu_name

#pragma weak __asan_init
void __asan_init(void);

bool device_is_sim(void) {
    return sim_gpu != NULL;
}

bool device_is_gpu(void) {
    return !sim_gpu && !kata_cpu_name;
}

bool device_sees_bounds(void) {
    return sim_gpu || __asan_init;
}

// Which one is simulated is settled before any of the learner's code runs,
// which could set the environment to another.
__attribute__((constructor(102))) static void settle(void) {
    if (sim_gpu && channel_open()) sim_gpu();
}

// ---- the driver's own names: the runtime's are in a structure whose layout
// changes with every release

static void driver_names(int ordinal, char *name, size_t cap, char uuid[48]) {
    void *lib = dlopen("libcuda.so.1", RTLD_NOW);
    int device;
    unsigned char id[16];

    *name = *uuid = '\0';
    if (!lib) return;
    int (*get)(int *, int);
    int (*get_name)(char *, int, int);
    int (*get_uuid)(unsigned char *, int);
    *(void **)&get = dlsym(lib, "cuDeviceGet");
    *(void **)&get_name = dlsym(lib, "cuDeviceGetName");
    *(void **)&get_uuid = dlsym(lib, "cuDeviceGetUuid_v2");
    if (!get_uuid) *(void **)&get_uuid = dlsym(lib, "cuDeviceGetUuid");

    if (get && get(&device, ordinal) == 0) {
        if (get_name) get_name(name, (int)cap, device);
        if (get_uuid && get_uuid(id, device) == 0) {
            int n = snprintf(uuid, 48, "GPU-");
            for (int i = 0; i < 16; i++)
                n += snprintf(uuid + n, (size_t)(48 - n), "%s%02x",
                              i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                              id[i]);
        }
    }
    // Never closed: the runtime uses it too.
}

static int device_attribute(int which, int device) {
    int v = 0;
    return cudaDeviceGetAttribute(&v, which, device) ? 0 : v;
}

static void add_version(Wire *out, const char *key, CudaError (*get)(int *)) {
    int v = 0;
    if (!get(&v)) wire_add(out, key, "%d.%d", v / 1000, v % 1000 / 10);
}

void device_hello(Wire *out) {
    int device = 0;
    size_t unused, memory = 0;
    char name[256] = "", uuid[48] = "";

    if (answer_cuda_error(out, "no device", cudaGetDevice(&device))) return;
    // The first call that needs the device: it starts here.
    if (answer_cuda_error(out, "the device", cudaMemGetInfo(&unused, &memory)))
        return;
    wire_add(out, "say", "hello");
    if (device_is_sim()) {
        snprintf(name, sizeof name, "%s", sim_gpu()->name);
        snprintf(uuid, sizeof uuid, "SIM-%s", sim_gpu()->id);
    } else if (kata_cpu_name) {
        snprintf(name, sizeof name, "%s", kata_cpu_name());
    } else {
        driver_names(device, name, sizeof name, uuid);
    }
    wire_add(out, "backend",
             device_is_sim() ? "sim"
             : kata_cpu_name ? "cpu"
                             : "gpu");
    wire_add(out, "device", "%s", name);
    wire_add(out, "uuid", "%s", uuid);
    wire_add(out, "cc", "%d",
             10 * device_attribute(ATTR_CC_MAJOR, device) +
                 device_attribute(ATTR_CC_MINOR, device));
    wire_add(out, "sms", "%d", device_attribute(ATTR_SMS, device));
    wire_add(out, "sm_khz", "%d", device_attribute(ATTR_SM_KHZ, device));
    wire_add(out, "mem_khz", "%d", device_attribute(ATTR_MEM_KHZ, device));
    wire_add(out, "bus_bits", "%d", device_attribute(ATTR_BUS_BITS, device));
    wire_add(out, "l2_bytes", "%d", device_attribute(ATTR_L2_BYTES, device));
    wire_add(out, "memory_bytes", "%zu", memory);
    wire_add(out, "ecc", "%d", device_attribute(ATTR_ECC, device));
    add_version(out, "driver", cudaDriverGetVersion);
    add_version(out, "runtime", cudaRuntimeGetVersion);
}
