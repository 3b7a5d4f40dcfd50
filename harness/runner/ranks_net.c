// NCCL's network, for ranks that are threads of one process.
//
// Even on one machine NCCL's ranks find each other over TCP, and a sandboxed
// child has no network (run/calls.c). So a program that is linked with NCCL
// gets these functions in place of the C library's: what would be a TCP socket
// is a local one, whose name holds the process and the port.
//
//      socket(AF_INET)            a local socket
//      bind(any address, port 0)  a port that is free in this process
//      connect(address, port)     to the socket of this process with that port
//      getifaddrs()               one interface: lo, 127.0.0.1
//
// So nothing leaves the process, and the filter need not let the network
// through. All other sockets are those of the system: the driver's, above all,
// and those that the filter refuses.
//
// Linked with programs for a GPU only, and not with the rest of the runner:
// nvcc.c.
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// The headers declare the C library's functions with types of their own.
#define REPLACES(name) __asm__(name) __attribute__((visibility("default")))

int ranks_socket(int family, int type, int protocol) REPLACES("socket");
int ranks_bind(int fd, const void *at, socklen_t n) REPLACES("bind");
int ranks_connect(int fd, const void *to, socklen_t n) REPLACES("connect");
int ranks_accept(int fd, void *from, socklen_t *n) REPLACES("accept");
int ranks_getsockname(int fd, void *at, socklen_t *n) REPLACES("getsockname");
int ranks_setsockopt(int fd, int level, int option, const void *value,
                     socklen_t n) REPLACES("setsockopt");
int ranks_getifaddrs(struct ifaddrs **list) REPLACES("getifaddrs");
void ranks_freeifaddrs(struct ifaddrs *list) REPLACES("freeifaddrs");

enum { FIRST_PORT = 1024, LAST_PORT = 65535 };

// ---- addresses

// A name in no folder, which goes when its socket does.
static socklen_t local_name(struct sockaddr_un *name, int port) {
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    int n = snprintf(name->sun_path + 1, sizeof name->sun_path - 1,
                     "kata-ranks-%d-%d", (int)getpid(), port);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

// The port of a local name, or -1 if it is none of ours.
static int port_of(const struct sockaddr_un *name, socklen_t n) {
    struct sockaddr_un copy = {0};
    int pid, port;
    if (n <= offsetof(struct sockaddr_un, sun_path) || n > sizeof copy)
        return -1;
    memcpy(&copy, name, n);
    if (copy.sun_family != AF_UNIX || copy.sun_path[0]) return -1;
    copy.sun_path[sizeof copy.sun_path - 1] = '\0';
    return sscanf(copy.sun_path + 1, "kata-ranks-%d-%d", &pid, &port) == 2
               ? port
               : -1;
}

// The port that a socket has by its local name, or -1.
static int port_at(int fd) {
    struct sockaddr_un name = {0};
    socklen_t n = sizeof name;
    long bad = syscall(SYS_getsockname, fd, &name, &n);
    return bad ? -1 : port_of(&name, n);
}

// Gives an address as the system does: as much as there is room for.
static void give_address(void *to, socklen_t *n, int port) {
    struct sockaddr_in lo = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (!to || !n) return;
    memcpy(to, &lo, *n < sizeof lo ? *n : sizeof lo);
    *n = sizeof lo;
}

static bool is_internet(const void *address, socklen_t n) {
    sa_family_t family;
    if (!address || n < sizeof(struct sockaddr_in)) return false;
    memcpy(&family, address, sizeof family);
    return family == AF_INET;
}

static int port_asked(const void *address) {
    struct sockaddr_in in;
    memcpy(&in, address, sizeof in);
    return ntohs(in.sin_port);
}

// ---- sockets

int ranks_socket(int family, int type, int protocol) {
    int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    bool tcp = family == AF_INET && kind == SOCK_STREAM &&
               (protocol == 0 || protocol == IPPROTO_TCP);
    if (tcp) family = AF_UNIX, protocol = 0;
    return (int)syscall(SYS_socket, family, type, protocol);
}

// The next port that nobody of this process has.
static int bind_anywhere(int fd) {
    static atomic_uint next;
    const unsigned ports = LAST_PORT - FIRST_PORT + 1;
    struct sockaddr_un name;
    for (unsigned i = 0; i < ports; i++) {
        unsigned k = atomic_fetch_add(&next, 1) % ports;
        socklen_t n = local_name(&name, FIRST_PORT + (int)k);
        if (syscall(SYS_bind, fd, &name, n) == 0) return 0;
        if (errno != EADDRINUSE) return -1;
    }
    return -1;
}

int ranks_bind(int fd, const void *at, socklen_t n) {
    struct sockaddr_un name;
    if (!is_internet(at, n)) return (int)syscall(SYS_bind, fd, at, n);
    int port = port_asked(at);
    if (port == 0) return bind_anywhere(fd);
    n = local_name(&name, port);
    return (int)syscall(SYS_bind, fd, &name, n);
}

int ranks_connect(int fd, const void *to, socklen_t n) {
    struct sockaddr_un name;
    if (!is_internet(to, n)) return (int)syscall(SYS_connect, fd, to, n);
    n = local_name(&name, port_asked(to));
    return (int)syscall(SYS_connect, fd, &name, n);
}

// An accepted socket has the name of the one that listens; the other end has
// none.
int ranks_accept(int fd, void *from, socklen_t *n) {
    if (port_at(fd) < 0) return (int)syscall(SYS_accept4, fd, from, n, 0);
    int got = (int)syscall(SYS_accept4, fd, NULL, NULL, 0);
    if (got >= 0) give_address(from, n, 0);
    return got;
}

int ranks_getsockname(int fd, void *at, socklen_t *n) {
    int port = port_at(fd);
    if (port < 0) return (int)syscall(SYS_getsockname, fd, at, n);
    give_address(at, n, port);
    return 0;
}

// Options of TCP mean nothing to a local socket.
int ranks_setsockopt(int fd, int level, int option, const void *value,
                     socklen_t n) {
    int family = 0;
    socklen_t size = sizeof family;
    if (level == IPPROTO_TCP &&
        syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_DOMAIN, &family, &size) ==
            0 &&
        family == AF_UNIX)
        return 0;
    return (int)syscall(SYS_setsockopt, fd, level, option, value, n);
}

// ---- interfaces

typedef struct Loopback {
    struct ifaddrs all; // first: what the caller has
    char name[4];
    struct sockaddr_in address, mask;
} Loopback;

int ranks_getifaddrs(struct ifaddrs **list) {
    Loopback *lo = calloc(1, sizeof *lo);
    if (!lo) return -1;
    strcpy(lo->name, "lo");
    lo->address.sin_family = lo->mask.sin_family = AF_INET;
    lo->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    lo->mask.sin_addr.s_addr = htonl(0xff000000);
    lo->all = (struct ifaddrs){
        .ifa_name = lo->name,
        .ifa_flags = IFF_UP | IFF_RUNNING | IFF_LOOPBACK,
        .ifa_addr = (struct sockaddr *)&lo->address,
        .ifa_netmask = (struct sockaddr *)&lo->mask,
    };
    *list = &lo->all;
    return 0;
}

void ranks_freeifaddrs(struct ifaddrs *list) {
    free(list);
}
