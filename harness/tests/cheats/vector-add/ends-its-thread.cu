// rejected by: exit | timeout (ends the thread that was to answer)
#include <pthread.h>

void vector_add(const float *, const float *, float *, int) {
    pthread_exit(nullptr);
}
