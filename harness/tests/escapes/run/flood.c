// tries: to print without end
#include "attack.h"

static const char *attack(void) {
    static char line[1 << 16];
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 4096; i++)
        if (write(1, line, sizeof line) < 0) return NULL;
    return "256 MiB of output";
}
