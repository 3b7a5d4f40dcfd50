// rejected by: forbidden | unwritten (attaches to kata as a debugger would)
#include <sys/ptrace.h>
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
}
