// rejected by: build (code that the loader runs to find a function, before all else)
#include <unistd.h>

static int shown;
static void real() {
    shown++;
}

extern "C" void (*choose())() {
    (void)!write(1, "first\n", 6);
    return real;
}
extern "C" void chosen() __attribute__((ifunc("choose")));

void vector_add(const float *, const float *, float *, int) {
    chosen();
}
