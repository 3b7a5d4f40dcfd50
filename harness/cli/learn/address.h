// Which exercise an argument of a verb means.
#ifndef CLI_LEARN_ADDRESS_H
#define CLI_LEARN_ADDRESS_H

#include "cli/app/app.h"

// Resolves argv's address, or the current exercise if it is NULL: the one
// whose folder the cwd is in, else the one that was handed out or checked last,
// else the next of the track. item may be NULL.
const Exercise *address_exercise(App *a, const char *address, const Item **item,
                                 Err *err);
// The exercise that was handed out or checked last, or NULL.
const Exercise *address_last(App *a);
// Makes it that, or forgets it: NULL. A record that cannot be written is no
// error here.
void address_remember(App *a, const Exercise *ex);

#endif
