// Kernels of ours beside the learner's: PTX that the driver compiles, so that
// the runner needs no compiler.
#include "runner/runner.h"

#include <dlfcn.h>
#include <stddef.h>

static struct Driver {
    bool asked;
    int (*load)(void **module, const void *ptx);
    int (*find)(void **kernel, void *module, const char *name);
    int (*launch)(void *kernel, unsigned gx, unsigned gy, unsigned gz,
                  unsigned bx, unsigned by, unsigned bz, unsigned shared_bytes,
                  void *stream, void **params, void **extra);
} driver;

static bool driver_ready(void) {
    if (!driver.asked) {
        driver.asked = true;
        void *lib = device_is_gpu() ? dlopen("libcuda.so.1", RTLD_NOW) : NULL;
        if (!lib) return false;
        *(void **)&driver.load = dlsym(lib, "cuModuleLoadData");
        *(void **)&driver.find = dlsym(lib, "cuModuleGetFunction");
        *(void **)&driver.launch = dlsym(lib, "cuLaunchKernel");
        // Never closed: the runtime uses it too.
    }
    return driver.load && driver.find && driver.launch;
}

void *own_kernel(const char *ptx, const char *name) {
    void *module = NULL, *kernel = NULL;
    if (!driver_ready() || driver.load(&module, ptx) ||
        driver.find(&kernel, module, name))
        return NULL;
    return kernel;
}

bool own_launch(void *kernel, unsigned blocks, unsigned threads,
                void **params) {
    return !driver.launch(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, params,
                          NULL);
}
