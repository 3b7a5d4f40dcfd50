// rejected by: exit (leaves through _exit, past every handler)
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    _exit(0);
}
