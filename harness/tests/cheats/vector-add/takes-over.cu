// rejected by: forbidden (answers all of kata's requests itself, on the CPU)
//
// The first call never returns. From then on it reads the requests, adds in the
// shared region, and says that every call took a microsecond.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

static char *region;
static int channel = -1;

static void find_region() {
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f)) {
        unsigned long from;
        if (strstr(line, "memfd:kata") && sscanf(line, "%lx", &from) == 1)
            region = (char *)from;
    }
    if (f) fclose(f);
}

static void find_channel() {
    for (int fd = 100; fd < 1024 && channel < 0; fd++) {
        struct stat st;
        if (fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode)) channel = fd;
    }
}

static void answer(const char *say, const char *nonce) {
    char text[300];
    int n = snprintf(text, sizeof text,
                     "say:%s\nlaunch:ok\nsync:ok\nmessage:\nus:1\n"
                     "wall_us:1\nreps:1\nnonce:%.16s\n\n",
                     say, nonce);
    (void)!send(channel, text, n, 0);
}

void vector_add(const float *, const float *, float *, int) {
    static char request[1 << 16];
    find_region();
    find_channel();
    answer("ran", "0000000000000000");
    for (;;) {
        ssize_t n = recv(channel, request, sizeof request - 1, 0);
        if (n <= 0) _exit(0);
        request[n] = '\0';
        const char *nonce = strstr(request, "nonce:");
        answer("ran", nonce ? nonce + 6 : "");
    }
}
