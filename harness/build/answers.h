// Answers of tools about themselves, remembered.
//
// An nvcc takes up to half a second to say where its parts are, and says the
// same each time. Its answer is kept in the cache for a day, under the file
// that it is (path, size, time, inode), the question, and the variables that
// it reads.
#ifndef BUILD_ANSWERS_H
#define BUILD_ANSWERS_H

#include "base/proc.h"

// tool_ask, or what the tool answered before. Only an answer with status 0 is
// kept. build: the folder .build.
bool answers_of(const char *build, const char *const *argv, Proc *p);

// Forgets them all: who looks for what is wrong with a machine asks anew.
void answers_forget(const char *build);

#endif
