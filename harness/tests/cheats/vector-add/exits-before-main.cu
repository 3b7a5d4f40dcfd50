// rejected by: exit (a constructor ends the program before main begins)
#include <unistd.h>

__attribute__((constructor)) static void early() {
    _exit(0);
}

void vector_add(const float *, const float *, float *, int) {}
