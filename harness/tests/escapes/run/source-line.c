// tries: to have kata show a file as if it were its own text
#include "attack.h"

static const char *attack(void) {
    volatile int where = 4;
    char a[4];
#line 1 "@SECRET@"
    a[where] = 1; // AddressSanitizer names line 1 of the file
    return a[where - 1] == 77 ? "nothing" : NULL;
}
