// tries: to have the assembler fill the disk
#include "attack.h"

__asm__(".data\n.fill 0x7fffffff, 8, 1\n.fill 0x7fffffff, 8, 1\n.previous");

static const char *attack(void) {
    return "32 GiB";
}
