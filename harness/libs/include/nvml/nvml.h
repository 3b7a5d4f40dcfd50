// NVML as kata simulates it: for toolkits that come without NVIDIA's header.
// Names and numbers are those of its documentation.
#ifndef NVML_H_
#define NVML_H_

#define NVML_API_VERSION 13

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED,
    NVML_ERROR_INVALID_ARGUMENT,
    NVML_ERROR_NOT_SUPPORTED,
    NVML_ERROR_NO_PERMISSION,
    NVML_ERROR_ALREADY_INITIALIZED,
    NVML_ERROR_NOT_FOUND,
    NVML_ERROR_INSUFFICIENT_SIZE,
    NVML_ERROR_INSUFFICIENT_POWER,
    NVML_ERROR_DRIVER_NOT_LOADED,
    NVML_ERROR_TIMEOUT,
    NVML_ERROR_IRQ_ISSUE,
    NVML_ERROR_LIBRARY_NOT_FOUND,
    NVML_ERROR_FUNCTION_NOT_FOUND,
    NVML_ERROR_CORRUPTED_INFOROM,
    NVML_ERROR_GPU_IS_LOST,
    NVML_ERROR_RESET_REQUIRED,
    NVML_ERROR_OPERATING_SYSTEM,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef struct nvmlDevice_st *nvmlDevice_t;

#define NVML_DEVICE_NAME_BUFFER_SIZE           64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE        96
#define NVML_DEVICE_UUID_BUFFER_SIZE           80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE        96
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE     32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE  16
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE   80

typedef enum {
    NVML_CLOCK_GRAPHICS = 0,
    NVML_CLOCK_SM,
    NVML_CLOCK_MEM,
    NVML_CLOCK_VIDEO,
    NVML_CLOCK_COUNT
} nvmlClockType_t;

typedef enum {
    NVML_CLOCK_ID_CURRENT = 0,
    NVML_CLOCK_ID_APP_CLOCK_TARGET,
    NVML_CLOCK_ID_APP_CLOCK_DEFAULT,
    NVML_CLOCK_ID_CUSTOMER_BOOST_MAX,
    NVML_CLOCK_ID_COUNT
} nvmlClockId_t;

typedef enum {
    NVML_TEMPERATURE_GPU = 0,
    NVML_TEMPERATURE_COUNT
} nvmlTemperatureSensors_t;

typedef enum {
    NVML_PSTATE_0 = 0,
    NVML_PSTATE_15 = 15,
    NVML_PSTATE_UNKNOWN = 32
} nvmlPstates_t;

typedef enum {
    NVML_FEATURE_DISABLED = 0,
    NVML_FEATURE_ENABLED = 1
} nvmlEnableState_t;

typedef enum {
    NVML_COMPUTEMODE_DEFAULT = 0,
    NVML_COMPUTEMODE_EXCLUSIVE_THREAD,
    NVML_COMPUTEMODE_PROHIBITED,
    NVML_COMPUTEMODE_EXCLUSIVE_PROCESS,
    NVML_COMPUTEMODE_COUNT
} nvmlComputeMode_t;

typedef struct {
    unsigned long long total, free, used; // bytes
} nvmlMemory_t;

typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;
#define nvmlMemory_v2 (unsigned)(sizeof(nvmlMemory_v2_t) | 2u << 24)

typedef struct {
    unsigned gpu, memory; // per cent
} nvmlUtilization_t;

typedef struct {
    char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;

#define nvmlInit                      nvmlInit_v2
#define nvmlDeviceGetCount            nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex    nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetPciInfo          nvmlDeviceGetPciInfo_v3

nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInitWithFlags(unsigned flags);
nvmlReturn_t nvmlShutdown(void);
const char *nvmlErrorString(nvmlReturn_t r);
nvmlReturn_t nvmlSystemGetDriverVersion(char *to, unsigned length);
nvmlReturn_t nvmlSystemGetNVMLVersion(char *to, unsigned length);
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version);

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *d);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus, nvmlDevice_t *d);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *d);
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t d, unsigned *index);
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t d, unsigned *minor);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t d, char *to, unsigned length);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t d, char *to, unsigned length);
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t d, nvmlPciInfo_t *to);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t d, int *major,
                                                int *minor);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t d, nvmlMemory_t *to);
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t d, nvmlMemory_v2_t *to);
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t d, unsigned *bits);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t d, nvmlClockType_t type,
                                    unsigned *mhz);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t d, nvmlClockType_t type,
                                       unsigned *mhz);
// One clock of each is all that there is.
nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t d, unsigned *count,
                                                unsigned *mhz);
nvmlReturn_t nvmlDeviceGetSupportedGraphicsClocks(nvmlDevice_t d,
                                                  unsigned memory_mhz,
                                                  unsigned *count,
                                                  unsigned *mhz);
typedef enum {
    NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS = 0,
    NVML_RESTRICTED_API_SET_AUTO_BOOSTED_CLOCKS = 1
} nvmlRestrictedAPI_t;
nvmlReturn_t nvmlDeviceGetAPIRestriction(nvmlDevice_t d,
                                         nvmlRestrictedAPI_t api,
                                         nvmlEnableState_t *restricted);
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t d,
                                            nvmlClockType_t type,
                                            unsigned *mhz);
nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t d, nvmlClockType_t type,
                                nvmlClockId_t id, unsigned *mhz);
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t d, nvmlPstates_t *to);
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t d,
                                          nvmlEnableState_t *to);
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t d, nvmlComputeMode_t *to);

// A simulated device has no such sensors: NVML_ERROR_NOT_SUPPORTED, and 0.
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t d,
                                           nvmlUtilization_t *to);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t d,
                                      nvmlTemperatureSensors_t sensor,
                                      unsigned *to);
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t d, unsigned *milliwatt);
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t d,
                                               unsigned *milliwatt);
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t d,
                                             unsigned *milliwatt);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t d,
                                                 unsigned long long *mj);
nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t d, unsigned *percent);
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t d,
                                                       unsigned long long *to);

// Its clocks stay as they are: NVML_ERROR_NO_PERMISSION.
nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t d, unsigned memory,
                                             unsigned graphics);
nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t d);
nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t d, unsigned least,
                                          unsigned most);
nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t d);
nvmlReturn_t nvmlDeviceSetPersistenceMode(nvmlDevice_t d,
                                          nvmlEnableState_t mode);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
