// See image.h.
#include "run/image.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void map_file(Image *m, const char *binary) {
    struct stat st;
    int fd = open(binary, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            m->file = p;
            m->file_bytes = (size_t)st.st_size;
        }
    }
    close(fd);
}

static void image_add_part(Image *m, const char *line, const char *binary) {
    unsigned long from, to, offset;
    char mode[8];
    int name = 0;
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %n", &from, &to, mode, &offset,
               &name) < 4 ||
        !name || mode[2] != 'x' || offset >= m->file_bytes ||
        m->nparts == IMAGE_PARTS)
        return;
    size_t n = strcspn(line + name, "\n");
    if (n != strlen(binary) || memcmp(line + name, binary, n) != 0) return;
    // The last page's end is not the file's.
    size_t bytes = min_of((size_t)(to - from), m->file_bytes - offset);
    m->part[m->nparts++] = (ImagePart){from, (char *)m->file + offset, bytes};
}

void image_open(Image *m, pid_t pid, const char *binary) {
    char path[40], line[4400];
    *m = (Image){.memory = -1};
    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    FILE *maps = fopen(path, "re");
    if (!maps) return;
    map_file(m, binary);
    while (m->file && fgets(line, sizeof line, maps))
        image_add_part(m, line, binary);
    fclose(maps);
    snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
    if (m->nparts) m->memory = open(path, O_RDONLY | O_CLOEXEC);
}

static bool part_is_same(const Image *m, const ImagePart *p) {
    char chunk[65536];
    for (size_t at = 0; at < p->bytes;) {
        size_t n = min_of(sizeof chunk, p->bytes - at);
        ssize_t got = pread(m->memory, chunk, n, (off_t)(p->at + at));
        if (got == 0) return true; // it has ended: others say how
        if (got < 0 || memcmp(chunk, p->want + at, (size_t)got) != 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

bool image_is_intact(const Image *m) {
    for (int i = 0; i < m->nparts && m->memory >= 0; i++)
        if (!part_is_same(m, &m->part[i])) return false;
    return true;
}

void image_close(Image *m) {
    if (m->memory >= 0) close(m->memory);
    if (m->file) munmap(m->file, m->file_bytes);
    *m = (Image){.memory = -1};
}
