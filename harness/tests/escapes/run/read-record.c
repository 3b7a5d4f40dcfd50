// tries: to read progress.db, its folder's list, and its backup
#include "attack.h"

static const char *attack(void) {
    const char *got = look(RECORD);
    return got ? got : look(RECORD ".bak");
}
