// tries: to read the exercise's own solution
#include "attack.h"

static const char *attack(void) {
    return look(SOLUTION);
}
