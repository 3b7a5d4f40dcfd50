// tries: to leave a file in other folders
#include "attack.h"

static const char *attack(void) {
    static const char *const at[] = {FOLDER "/planted", "/tmp/kata-planted",
                                     "/var/tmp/kata-planted",
                                     "/dev/shm/kata-planted",
                                     HOME_OF_KATA "/kata-planted",
                                     BUILD "/cache/kata-planted"};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        int fd = open(at[i], O_WRONLY | O_CREAT, 0666);
        if (fd >= 0) return at[i];
    }
    return NULL;
}
