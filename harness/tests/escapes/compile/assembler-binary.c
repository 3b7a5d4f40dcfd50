// tries: to have another person's file in the program
#include "attack.h"

__asm__(".section .rodata\nstolen: .incbin \"@SECRET@\"\n.byte 0\n.previous");
extern const char stolen[] __asm__("stolen");

static const char *attack(void) {
    return stolen;
}
