// The words of the field: curriculum/glossary.md.
#ifndef CLI_LEARN_GLOSSARY_H
#define CLI_LEARN_GLOSSARY_H

#include "cli/app/app.h"

// Adds what the glossary says of a word: in any case, with blanks, hyphens or
// underscores, in the plural. Names of gates, traps and ceilings are words,
// too. False: it has no such word; *near is then the most similar one that it
// has, or NULL.
bool glossary_add(App *a, const char *word, const char **near, Buf *out);

#endif
