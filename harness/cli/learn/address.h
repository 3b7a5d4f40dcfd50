// Which exercise an argument of a verb means.
#ifndef CLI_LEARN_ADDRESS_H
#define CLI_LEARN_ADDRESS_H

#include "cli/app/app.h"

// Resolves argv's address, or the current exercise if it is NULL: the one
// whose folder the cwd is in, else the next of the track. item may be NULL.
const Exercise *address_exercise(App *a, const char *address, const Item **item,
                                 Err *err);

#endif
