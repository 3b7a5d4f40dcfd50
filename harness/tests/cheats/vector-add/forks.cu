// rejected by: forbidden | unwritten (a process that outlives the check)
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    if (fork() == 0)
        for (;;)
            pause();
}
