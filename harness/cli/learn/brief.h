// The brief of an exercise, as next and show print it.
#ifndef CLI_LEARN_BRIEF_H
#define CLI_LEARN_BRIEF_H

#include "cli/app/app.h"

// Appends title, place in the track, README and where the file is.
void brief_add(App *a, const Exercise *ex, const Item *item, Buf *out);

#endif
