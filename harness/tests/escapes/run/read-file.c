// tries: to read another person's file
#include "attack.h"

static const char *attack(void) {
    return look(SECRET);
}
