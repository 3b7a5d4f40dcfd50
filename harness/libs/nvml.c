// NVML on simulated devices: names, memory and clocks are those of the GPU
// model; it has no sensors, and its clocks stay as they are.
#include <nvml.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int cudaGetDeviceCount(int *n);
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaMemGetInfo(size_t *free, size_t *total);
int cudaDeviceGetAttribute(int *value, int attribute, int device);
int cudaDeviceGetPCIBusId(char *to, int length, int device);
int cudaDeviceGetByPCIBusId(int *device, const char *bus);
int cudaDriverGetVersion(int *version);
int cudaGetDeviceProperties(void *to, int device);

enum { // of cudaDeviceGetAttribute
    CLOCK_KHZ = 13,
    PCI_BUS = 33,
    PCI_DEVICE = 34,
    MEMORY_KHZ = 36,
    BUS_BITS = 37,
    PCI_DOMAIN = 50,
    MAJOR = 75,
    MINOR = 76
};

static int users; // calls of nvmlInit without their nvmlShutdown

// ---- handles: 1 + the number of the device

#define ENTER()                                                                \
    if (!users) return NVML_ERROR_UNINITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return NVML_ERROR_INVALID_ARGUMENT
#define DEVICE(d)                                                              \
    ENTER();                                                                   \
    int device = device_of(d);                                                 \
    WANT(device >= 0)

static int device_count(void) {
    int n = 0;
    return cudaGetDeviceCount(&n) == 0 ? n : 0;
}

static int device_of(nvmlDevice_t d) {
    size_t number = (size_t)d;
    return number && number <= (size_t)device_count() ? (int)number - 1 : -1;
}

static nvmlReturn_t tell_attribute(int device, int attribute, int by,
                                   unsigned *to) {
    int v = 0;
    WANT(to);
    if (cudaDeviceGetAttribute(&v, attribute, device) != 0)
        return NVML_ERROR_UNKNOWN;
    *to = (unsigned)(v / by);
    return NVML_SUCCESS;
}

static nvmlReturn_t text_to(char *to, unsigned length, const char *text) {
    WANT(to);
    if (strlen(text) >= length) return NVML_ERROR_INSUFFICIENT_SIZE;
    memcpy(to, text, strlen(text) + 1);
    return NVML_SUCCESS;
}

// ---- the library

nvmlReturn_t nvmlInit_v2(void) {
    if (!device_count()) return NVML_ERROR_DRIVER_NOT_LOADED;
    users++;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlInitWithFlags(unsigned flags) {
    (void)flags;
    return nvmlInit_v2();
}

#undef nvmlInit // of programs that were compiled without the header's macro
nvmlReturn_t nvmlInit(void);
nvmlReturn_t nvmlInit(void) {
    return nvmlInit_v2();
}

nvmlReturn_t nvmlShutdown(void) {
    ENTER();
    users--;
    return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t r) {
    switch (r) {
    case NVML_SUCCESS: return "The operation was successful";
    case NVML_ERROR_UNINITIALIZED:
        return "NVML was not first initialized with nvmlInit()";
    case NVML_ERROR_INVALID_ARGUMENT: return "A supplied argument is invalid";
    case NVML_ERROR_NOT_SUPPORTED:
        return "The requested operation is not available on target device";
    case NVML_ERROR_NO_PERMISSION:
        return "The current user does not have permission for operation";
    case NVML_ERROR_NOT_FOUND:
        return "A query to find an object was unsuccessful";
    case NVML_ERROR_INSUFFICIENT_SIZE:
        return "An input argument is not large enough";
    case NVML_ERROR_DRIVER_NOT_LOADED: return "NVIDIA driver is not loaded";
    default: return "An internal driver error occurred";
    }
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *to, unsigned length) {
    ENTER();
    return text_to(to, length, "580.00");
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *to, unsigned length) {
    ENTER();
    return text_to(to, length, "13.580.00");
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
    WANT(version);
    return cudaDriverGetVersion(version) == 0 ? NVML_SUCCESS
                                              : NVML_ERROR_UNKNOWN;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
    return nvmlSystemGetCudaDriverVersion(version);
}

// ---- finding devices

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count) {
    ENTER();
    WANT(count);
    *count = (unsigned)device_count();
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *d) {
    ENTER();
    WANT(d && index < (unsigned)device_count());
    *d = (nvmlDevice_t)((size_t)index + 1);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus,
                                              nvmlDevice_t *d) {
    ENTER();
    WANT(bus && d);
    int device = 0;
    // "00000000:01:00.0" is CUDA's "0000:01:00.0".
    if (strcspn(bus, ":") == 8) bus += 4;
    if (cudaDeviceGetByPCIBusId(&device, bus) != 0) return NVML_ERROR_NOT_FOUND;
    *d = (nvmlDevice_t)((size_t)device + 1);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *d) {
    ENTER();
    WANT(uuid && d);
    for (int i = 0; i < device_count(); i++) {
        char own[NVML_DEVICE_UUID_BUFFER_SIZE];
        nvmlDevice_t at = (nvmlDevice_t)((size_t)i + 1);
        nvmlDeviceGetUUID(at, own, sizeof own);
        if (strcmp(own, uuid) != 0) continue;
        *d = at;
        return NVML_SUCCESS;
    }
    return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t d, unsigned *index) {
    DEVICE(d);
    WANT(index);
    *index = (unsigned)device;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t d, unsigned *minor) {
    return nvmlDeviceGetIndex(d, minor);
}

// ---- what they are

// The beginning of cudaDeviceProp, and room for what follows there.
typedef struct Properties {
    char name[256];
    unsigned char uuid[16];
    char rest[8192];
} Properties;

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t d, char *to, unsigned length) {
    Properties p = {0};
    DEVICE(d);
    if (cudaGetDeviceProperties(&p, device) != 0) return NVML_ERROR_UNKNOWN;
    return text_to(to, length, p.name);
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t d, char *to, unsigned length) {
    char text[NVML_DEVICE_UUID_BUFFER_SIZE] = "GPU";
    Properties p = {0};
    DEVICE(d);
    if (cudaGetDeviceProperties(&p, device) != 0) return NVML_ERROR_UNKNOWN;
    for (int i = 0; i < 16; i++) {
        bool dash = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s%02x", dash ? "-" : "",
                 p.uuid[i]);
    }
    return text_to(to, length, text);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t d, nvmlPciInfo_t *to) {
    DEVICE(d);
    WANT(to);
    *to = (nvmlPciInfo_t){.domain = 0};
    tell_attribute(device, PCI_DOMAIN, 1, &to->domain);
    tell_attribute(device, PCI_BUS, 1, &to->bus);
    tell_attribute(device, PCI_DEVICE, 1, &to->device);
    snprintf(to->busIdLegacy, sizeof to->busIdLegacy, "%04X:%02X:%02X.0",
             to->domain & 0xffff, to->bus & 0xff, to->device & 0xff);
    snprintf(to->busId, sizeof to->busId, "%08X:%02X:%02X.0", to->domain,
             to->bus & 0xff, to->device & 0xff);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t d, int *major,
                                                int *minor) {
    DEVICE(d);
    WANT(major && minor);
    cudaDeviceGetAttribute(major, MAJOR, device);
    cudaDeviceGetAttribute(minor, MINOR, device);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t d, nvmlMemory_t *to) {
    int before = 0;
    size_t left = 0, total = 0;
    DEVICE(d);
    WANT(to);
    cudaGetDevice(&before);
    bool other = before != device;
    if (other) cudaSetDevice(device);
    int e = cudaMemGetInfo(&left, &total);
    if (other) cudaSetDevice(before);
    if (e != 0) return NVML_ERROR_UNKNOWN;
    *to = (nvmlMemory_t){.total = total, .free = left, .used = total - left};
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t d, nvmlMemory_v2_t *to) {
    nvmlMemory_t m;
    WANT(to);
    nvmlReturn_t r = nvmlDeviceGetMemoryInfo(d, &m);
    if (r != NVML_SUCCESS) return r;
    to->total = m.total;
    to->reserved = 0;
    to->free = m.free;
    to->used = m.used;
    return r;
}

nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t d, unsigned *bits) {
    DEVICE(d);
    return tell_attribute(device, BUS_BITS, 1, bits);
}

// ---- clocks: always the highest

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t d, nvmlClockType_t type,
                                    unsigned *mhz) {
    DEVICE(d);
    WANT(type < NVML_CLOCK_COUNT);
    return tell_attribute(
        device, type == NVML_CLOCK_MEM ? MEMORY_KHZ : CLOCK_KHZ, 1000, mhz);
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t d, nvmlClockType_t type,
                                       unsigned *mhz) {
    return nvmlDeviceGetClockInfo(d, type, mhz);
}

static nvmlReturn_t only_clock(nvmlDevice_t d, nvmlClockType_t type,
                               unsigned *count, unsigned *mhz) {
    WANT(count);
    unsigned room = *count;
    *count = 1;
    if (room < 1) return NVML_ERROR_INSUFFICIENT_SIZE;
    return nvmlDeviceGetClockInfo(d, type, mhz);
}

nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t d, unsigned *count,
                                                unsigned *mhz) {
    return only_clock(d, NVML_CLOCK_MEM, count, mhz);
}

nvmlReturn_t nvmlDeviceGetSupportedGraphicsClocks(nvmlDevice_t d,
                                                  unsigned memory_mhz,
                                                  unsigned *count,
                                                  unsigned *mhz) {
    unsigned is = 0;
    nvmlReturn_t e = nvmlDeviceGetClockInfo(d, NVML_CLOCK_MEM, &is);
    if (e != NVML_SUCCESS) return e;
    if (memory_mhz != is) return NVML_ERROR_NOT_FOUND;
    return only_clock(d, NVML_CLOCK_GRAPHICS, count, mhz);
}

nvmlReturn_t nvmlDeviceGetAPIRestriction(nvmlDevice_t d,
                                         nvmlRestrictedAPI_t api,
                                         nvmlEnableState_t *restricted) {
    DEVICE(d);
    WANT(restricted && (unsigned)api <= 1);
    *restricted = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t d,
                                            nvmlClockType_t type,
                                            unsigned *mhz) {
    return nvmlDeviceGetClockInfo(d, type, mhz);
}

nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t d, nvmlClockType_t type,
                                nvmlClockId_t id, unsigned *mhz) {
    WANT(id < NVML_CLOCK_ID_COUNT);
    return nvmlDeviceGetClockInfo(d, type, mhz);
}

nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t d, nvmlPstates_t *to) {
    DEVICE(d);
    WANT(to);
    *to = NVML_PSTATE_0;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t d,
                                          nvmlEnableState_t *to) {
    DEVICE(d);
    WANT(to);
    *to = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t d, nvmlComputeMode_t *to) {
    DEVICE(d);
    WANT(to);
    *to = NVML_COMPUTEMODE_DEFAULT;
    return NVML_SUCCESS;
}

// ---- what a simulated device has not

// Whoever does not ask for the error reads 0.
#define NO_SENSOR(to)                                                          \
    DEVICE(d);                                                                 \
    WANT(to);                                                                  \
    memset(to, 0, sizeof *(to));                                               \
    return NVML_ERROR_NOT_SUPPORTED
#define MAY_NOT()                                                              \
    DEVICE(d);                                                                 \
    return NVML_ERROR_NO_PERMISSION

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t d,
                                           nvmlUtilization_t *to) {
    NO_SENSOR(to);
}

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t d,
                                      nvmlTemperatureSensors_t sensor,
                                      unsigned *to) {
    (void)sensor;
    NO_SENSOR(to);
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t d, unsigned *milliwatt) {
    NO_SENSOR(milliwatt);
}

nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t d,
                                               unsigned *milliwatt) {
    NO_SENSOR(milliwatt);
}

nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t d,
                                             unsigned *milliwatt) {
    NO_SENSOR(milliwatt);
}

nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t d,
                                                 unsigned long long *mj) {
    NO_SENSOR(mj);
}

nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t d, unsigned *percent) {
    NO_SENSOR(percent);
}

nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t d,
                                                       unsigned long long *to) {
    NO_SENSOR(to);
}

nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t d, unsigned memory,
                                             unsigned graphics) {
    (void)memory, (void)graphics;
    MAY_NOT();
}

nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t d) {
    MAY_NOT();
}

nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t d, unsigned least,
                                          unsigned most) {
    (void)least, (void)most;
    MAY_NOT();
}

nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t d) {
    MAY_NOT();
}

nvmlReturn_t nvmlDeviceSetPersistenceMode(nvmlDevice_t d,
                                          nvmlEnableState_t mode) {
    (void)mode;
    MAY_NOT();
}
