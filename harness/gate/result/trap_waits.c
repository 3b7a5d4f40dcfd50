// Likely causes of waits that never end: see trap_rules.def.
#include "gate/result/told.h"

#include <string.h>

const char *trap_mask_waits(const Told *w) {
    if (!told_is(w, "deadlock") ||
        !strstr(w->t->message, " waits for the lanes of mask "))
        return NULL;
    return "Every lane that the mask names must come to this call, and one has "
           "gone another way: take the call out of the `if` or the loop, and "
           "give lanes without an element a value that changes nothing.";
}
