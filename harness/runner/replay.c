// Cases from files, for the vendor's tools.
//
// compute-sanitizer and ncu start a program themselves and want it whole: no
// pipe, no sandbox. With KATA_REPLAY=<folder> and without a pipe, this program
// reads the requests that kata would have sent (`do:run` records in `cases`,
// the region of each in the file that it names), calls the entry once for each
// and says at the end how many it has called. Nothing here is judged: the
// outputs were, before.
#include "runner/runner.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map_region(const char *folder, const char *name) {
    char path[4096];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) return false;
    shared_bytes = (size_t)st.st_size;
    shared = NULL;
    if (shared_bytes) {
        void *p = mmap(NULL, shared_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                       fd, 0);
        shared = p == MAP_FAILED ? NULL : p;
    }
    close(fd);
    return shared || !shared_bytes;
}

// NULL, or what went wrong.
static const char *replay(const Wire *request, const char *folder) {
    static Args args;
    const char *region = wire_get(request, "region", 0);
    if (!region || !map_region(folder, region)) return "no region";
    const char *wrong = args_parse(&args, request);
    if (wrong) return wrong;
    CudaError e = args_allocate(&args);
    if (!e) e = args_fill(&args);
    if (!e) {
        cudaGetLastError();
        kata_call(args.pointer);
        fflush(stdout);
        e = cudaGetLastError();
        CudaError late = cudaDeviceSynchronize();
        if (!e) e = late;
    }
    args_free(&args);
    if (shared) munmap(shared, shared_bytes);
    return e ? cudaGetErrorName(e) : NULL;
}

int replay_main(const char *folder) {
    char path[4096], word[64] = "";
    Wire request = {0};
    WireRest rest = {0};
    int n = 0;

    snprintf(path, sizeof path, "%s/cases", folder);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "kata replay: there is no '%s'\n", path);
        return 2;
    }
    while (wire_read(fd, -1, &rest, &request) == WIRE_OK) {
        const char *wrong = replay(&request, folder);
        const char *said = wire_get(&request, "word", 0);
        if (said) snprintf(word, sizeof word, "%s", said);
        if (wrong) {
            printf("kata replay: case %d: %s\n", n + 1, wrong);
            break;
        }
        n++;
    }
    close(fd);
    // The word that a gate waits for, after all else that was printed.
    printf("kata replay: ran %d cases %s\n", n, word);
    fflush(stdout);
    return 0;
}
