// passes (writes a diary of its calls in its own folder, under a lock)
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static void note(int n) {
    const char *folder = getenv("TMPDIR");
    std::string at = std::string(folder ? folder : ".") + "/diary";
    struct flock all = {};
    char line[40];
    all.l_type = F_WRLCK;
    int fd = open(at.c_str(), O_CREAT | O_APPEND | O_WRONLY, 0600);
    // It would say so and stop, where it could not write.
    if (fd < 0 || flock(fd, LOCK_EX) || fcntl(fd, F_SETLK, &all)) abort();
    int len = snprintf(line, sizeof line, "%d elements\n", n);
    if (write(fd, line, len) != len) abort();
    close(fd);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    note(n);
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
