// Compares a program's code in memory with that of its file. Inside run/ only.
//
// Nothing in the sandbox can make code writable, but where /proc is (a GPU's
// driver wants it), a program can write over its own through /proc/self/mem,
// past every protection. The keeper looks from outside.
#ifndef RUN_IMAGE_H
#define RUN_IMAGE_H

#include "base/base.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct ImagePart {
    unsigned long at;
    const char *want; // in the mapped file
    size_t bytes;
} ImagePart;

enum { IMAGE_PARTS = 8 };

typedef struct Image {
    int memory; // the process's; -1: may not be looked at
    void *file; // mapped
    size_t file_bytes;
    ImagePart part[IMAGE_PARTS];
    int nparts;
} Image;

// Notes where the process has the program's code; it must not have run any of
// it that is not trusted. Memory that kata may not read counts as intact.
void image_open(Image *m, pid_t pid, const char *binary);
bool image_is_intact(const Image *m);
void image_close(Image *m);

#endif
