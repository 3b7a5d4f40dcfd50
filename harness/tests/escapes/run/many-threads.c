// tries: to start 20000 threads
#include "attack.h"

#include <pthread.h>

static void *rest(void *p) {
    pause();
    return p;
}

static const char *attack(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < 20000; i++) {
        pthread_t t;
        if (pthread_create(&t, &small, rest, NULL) != 0) return NULL;
    }
    return "20000 threads";
}
