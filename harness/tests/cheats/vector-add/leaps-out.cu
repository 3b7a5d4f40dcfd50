// rejected by: crash | exit | timeout (longjmp to a place that it kept before main)
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

static jmp_buf before_main;

__attribute__((constructor)) static void keep() {
    if (setjmp(before_main)) {
        puts("PASS");
        _exit(0);
    }
}

void vector_add(const float *, const float *, float *, int) {
    longjmp(before_main, 1);
}
