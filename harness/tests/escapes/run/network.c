// tries: to reach another machine: TCP, UDP, and sockets of this one
#include "attack.h"

#include <arpa/inet.h>
#include <sys/un.h>

static const char *attack(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(53)};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int tcp = socket(AF_INET, SOCK_STREAM, 0);
    if (tcp >= 0) return "a socket";
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    if (udp >= 0 && sendto(udp, "x", 1, 0, (void *)&to, sizeof to) == 1)
        return "a packet";
    strcpy(local.sun_path, "@SOCKET@");
    int unix_fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (unix_fd >= 0 && connect(unix_fd, (void *)&local, sizeof local) == 0)
        return "a service of this machine";
    return NULL;
}
