// NVML: what monitors and benchmarks ask of a device.
#include <cuda_runtime.h>
#include <nvml.h>

#include "ok.h"

#define NV(call) CHECK((call) == NVML_SUCCESS)

int main() {
    unsigned n = 0, mhz = 0, memory = 0, most = 0, index = 9, watts = 7;
    int count = 0, version = 0, driver = 0, major = 0, minor = 0;
    char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], id[NVML_DEVICE_UUID_V2_BUFFER_SIZE];
    nvmlDevice_t d = nullptr, same = nullptr;
    CHECK(nvmlDeviceGetCount(&n) == NVML_ERROR_UNINITIALIZED);
    CHECK(strlen(nvmlErrorString(NVML_ERROR_UNINITIALIZED)) > 10);
    NV(nvmlInit());
    OK(cudaGetDeviceCount(&count));
    NV(nvmlDeviceGetCount(&n));
    CHECK(n == (unsigned)count);
    CHECK(nvmlDeviceGetHandleByIndex(n, &d) == NVML_ERROR_INVALID_ARGUMENT);
    NV(nvmlDeviceGetHandleByIndex(n - 1, &d));
    NV(nvmlDeviceGetIndex(d, &index));
    CHECK(index == n - 1);

    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, count - 1));
    NV(nvmlDeviceGetName(d, name, sizeof name));
    CHECK(!strcmp(name, p.name));
    CHECK(nvmlDeviceGetName(d, name, 4) == NVML_ERROR_INSUFFICIENT_SIZE);
    NV(nvmlDeviceGetUUID(d, id, sizeof id));
    CHECK(strlen(id) == 40 && !strncmp(id, "GPU-", 4));
    NV(nvmlDeviceGetHandleByUUID(id, &same));
    CHECK(same == d);
    nvmlPciInfo_t pci;
    NV(nvmlDeviceGetPciInfo(d, &pci));
    CHECK((int)pci.bus == p.pciBusID);
    NV(nvmlDeviceGetHandleByPciBusId(pci.busId, &same));
    CHECK(same == d);
    NV(nvmlDeviceGetCudaComputeCapability(d, &major, &minor));
    CHECK(major == p.major && minor == p.minor);
    NV(nvmlSystemGetCudaDriverVersion(&version));
    OK(cudaDriverGetVersion(&driver));
    CHECK(version == driver);

    NV(nvmlDeviceGetClockInfo(d, NVML_CLOCK_SM, &mhz));
    NV(nvmlDeviceGetClockInfo(d, NVML_CLOCK_MEM, &memory));
    NV(nvmlDeviceGetMaxClockInfo(d, NVML_CLOCK_SM, &most));
    CHECK(mhz > 500 && mhz < 4000 && memory > 500 && mhz == most);

    unsigned n_clocks = 4, all[4] = {0};
    nvmlEnableState_t restricted;
    NV(nvmlDeviceGetSupportedMemoryClocks(d, &n_clocks, all));
    CHECK(n_clocks == 1 && all[0] == memory);
    NV(nvmlDeviceGetSupportedGraphicsClocks(d, memory, &n_clocks, all));
    CHECK(n_clocks == 1 && all[0] == mhz);
    CHECK(nvmlDeviceGetSupportedGraphicsClocks(d, memory + 1, &n_clocks, all) ==
          NVML_ERROR_NOT_FOUND);
    NV(nvmlDeviceGetAPIRestriction(d, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS,
                                   &restricted));
    CHECK(restricted == NVML_FEATURE_ENABLED);

    nvmlMemory_t before, after;
    void *room;
    OK(cudaSetDevice(count - 1));
    NV(nvmlDeviceGetMemoryInfo(d, &before));
    CHECK(before.total == p.totalGlobalMem);
    CHECK(before.free + before.used == before.total);
    OK(cudaMalloc(&room, 64 << 20));
    NV(nvmlDeviceGetMemoryInfo(d, &after));
    CHECK(after.used >= before.used + (64 << 20));
    OK(cudaFree(room));

    // No sensors, and clocks that stay.
    CHECK(nvmlDeviceGetPowerUsage(d, &watts) == NVML_ERROR_NOT_SUPPORTED);
    CHECK(watts == 0);
    CHECK(nvmlDeviceSetGpuLockedClocks(d, 900, 900) == NVML_ERROR_NO_PERMISSION);
    NV(nvmlShutdown());
    CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
    return finish();
}
