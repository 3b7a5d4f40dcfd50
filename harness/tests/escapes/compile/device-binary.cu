// tries: to have another person's file in a CUDA program
#include <cstdio>

asm(".section .rodata\nstolen: .incbin \"@SECRET@\"\n.byte 0\n.previous");
extern const char stolen[] asm("stolen");

void copy(const float *, float *, int) {
    printf("REACHED: %s\n", stolen);
}
