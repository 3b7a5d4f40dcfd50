// For whole programs on the simulated device (kata sim): says what it saw.
//
// Linked with a program of the learner's own that has a main(). When it ends,
// by return or by exit(), the records of do:report go to kata, with all traps
// before them. Without KATA_WIRE it does nothing.
#include "runner/runner.h"

__attribute__((destructor(101))) static void tell(void) {
    if (!channel_open()) return;
    counted_take();
    counted_send();
    Wire w = {0};
    wire_add(&w, "say", "done");
    channel_send(&w);
    wire_free(&w);
}
