// tries: to read a submission that lies beside it
#include "attack.h"

static const char *attack(void) {
    return look(OTHER);
}
