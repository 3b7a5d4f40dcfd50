// Readings: "week08/reading", "week08/reading2". One that has a quiz is ticked
// off by passing it, any other by the learner's word: `kata done`.
#ifndef CLI_LEARN_READING_H
#define CLI_LEARN_READING_H

#include "cli/learn/course.h"

// The address of a slot that is a reading.
const char *reading_address(const Course *w, const Slot *slot);
// Returns whether an address speaks of readings: "reading", "week08/reading2".
bool reading_is_address(const char *address);
// The slot with that address; "reading" is the first that is not done. NULL
// with ERR_USAGE that names those there are.
const Slot *reading_find(const Course *w, const char *address, Err *err);

#endif
