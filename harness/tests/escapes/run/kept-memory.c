// tries: to leave shared memory that the next process finds
#include "attack.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>

static const char *attack(void) {
    if (shmget(4711, 4096, IPC_CREAT | 0666) >= 0) return "a segment";
    if (msgget(4711, IPC_CREAT | 0666) >= 0) return "a queue";
    if (shm_open("/kata-planted", O_CREAT | O_RDWR, 0666) >= 0)
        return "a file of shared memory";
    return mq_open("/kata-planted", O_CREAT | O_RDWR, 0666, NULL) !=
                   (mqd_t)-1
               ? "a queue"
               : NULL;
}
