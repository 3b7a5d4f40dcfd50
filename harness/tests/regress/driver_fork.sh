# NVML answers nothing to a child of the process that loaded it: jobs ask anew.
. "$REGRESS/lib.sh"
export KATA_ROOT=$(cd "$REGRESS/../../.." && pwd)
command -v "${CC:-cc}" >/dev/null || skip "no C compiler"
cat >nvml.c <<'END'
// One GPU, for the process that has initialised it alone.
#include <string.h>
#include <unistd.h>
static pid_t owner;
static int refused(void) {
    return owner != getpid();
}
int nvmlInit_v2(void) {
    if (owner && refused()) return 999;
    owner = getpid();
    return 0;
}
int nvmlShutdown(void) {
    owner = 0;
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned *n) {
    *n = 1;
    return refused();
}
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **d) {
    *d = &owner;
    return refused() + (int)i;
}
int nvmlDeviceGetName(void *d, char *name, unsigned n) {
    strncpy(name, "Imagined GPU", n);
    return refused() + (d != &owner);
}
int nvmlDeviceGetUUID(void *d, char *uuid, unsigned n) {
    strncpy(uuid, "GPU-imagined", n);
    return refused() + (d != &owner);
}
int nvmlSystemGetDriverVersion(char *v, unsigned n) {
    strncpy(v, "1.0", n);
    return refused();
}
int nvmlDeviceGetCudaComputeCapability(void *d, int *major, int *minor) {
    *major = 9;
    *minor = 0;
    return refused() + (d != &owner);
}
END
${CC:-cc} -shared -fPIC -o libnvidia-ml.so.1 nvml.c
export LD_LIBRARY_PATH=$PWD KATA_LOCKS=$PWD

run kata doctor
out "Imagined GPU, sm_90"
run kata selftest --on gpu vector-add/does-nothing --jobs 2
# There is no such GPU; but every job knows of it.
out "FAIL    does-nothing.cu"
no_out "does not say what it is"
no_out "there is no GPU to run on"
