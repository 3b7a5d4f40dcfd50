// rejected by: crash (dies of a signal, which no handler can catch)
#include <signal.h>
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    kill(getpid(), SIGKILL);
}
