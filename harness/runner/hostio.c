// Calls of the C library that hand the program's memory to the kernel.
//
// The simulated device closes pages to see the host use them. A program that
// touches one faults, which is handled; a system call fails. So the device
// hears first which bytes a call is about to use, and opens them.
//
// These take the place of the library's own in a program that is linked with
// them, also for its other libraries (C++ streams call read).
#include "runner/runner.h"

#include "sim/sim.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Weak: a project may link the runtime twice, by its file and by its name, and
// takes the first of the two. The C library's are shared, and come after both.
#define OURS __attribute__((visibility("default"), weak))
#define TOLD(p, n, writes)                                                     \
    sim_host_call(p, n, writes, __builtin_return_address(0))

// The C library declares the checked ones for itself only.
#pragma GCC diagnostic ignored "-Wmissing-declarations"

// ---- in

OURS ssize_t read(int fd, void *to, size_t n) {
    TOLD(to, n, true);
    return syscall(SYS_read, fd, to, n);
}

OURS ssize_t __read_chk(int fd, void *to, size_t n, size_t room) {
    (void)room;
    TOLD(to, n, true);
    return syscall(SYS_read, fd, to, n);
}

OURS ssize_t pread64(int fd, void *to, size_t n, off64_t at) {
    TOLD(to, n, true);
    return syscall(SYS_pread64, fd, to, n, at);
}

OURS ssize_t pread(int fd, void *to, size_t n, off_t at) {
    TOLD(to, n, true);
    return syscall(SYS_pread64, fd, to, n, at);
}

OURS ssize_t recv(int fd, void *to, size_t n, int flags) {
    TOLD(to, n, true);
    return syscall(SYS_recvfrom, fd, to, n, flags, NULL, NULL);
}

typedef size_t Freads(void *to, size_t size, size_t n, FILE *f);

static size_t fread_of_library(void *to, size_t size, size_t n, FILE *f) {
    static Freads *real;
    if (!real) real = (Freads *)dlsym(RTLD_NEXT, "fread");
    return real(to, size, n, f);
}

OURS size_t fread(void *to, size_t size, size_t n, FILE *f) {
    TOLD(to, size * n, true);
    return fread_of_library(to, size, n, f);
}

OURS size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f) {
    (void)room;
    TOLD(to, size * n, true);
    return fread_of_library(to, size, n, f);
}

// ---- out

OURS ssize_t write(int fd, const void *from, size_t n) {
    TOLD(from, n, false);
    return syscall(SYS_write, fd, from, n);
}

OURS ssize_t send(int fd, const void *from, size_t n, int flags) {
    TOLD(from, n, false);
    return syscall(SYS_sendto, fd, from, n, flags, NULL, 0);
}

typedef size_t Fwrites(const void *from, size_t size, size_t n, FILE *f);

OURS size_t fwrite(const void *from, size_t size, size_t n, FILE *f) {
    static Fwrites *real;
    TOLD(from, size * n, false);
    if (!real) real = (Fwrites *)dlsym(RTLD_NEXT, "fwrite");
    return real(from, size, n, f);
}

bool hostio_is_used(void) {
    return dlsym(RTLD_DEFAULT, "read") == (void *)read &&
           dlsym(RTLD_DEFAULT, "fread") == (void *)fread;
}
