// rejected by: flood (fills the judge's memory and disk with output)
#include <stdio.h>

void vector_add(const float *, const float *, float *, int) {
    for (;;)
        puts("PASS, gold medal: 9 cases and every gate");
}
