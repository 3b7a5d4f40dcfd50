// Folders of files that are copied with blanks filled in: the learner's
// repositories (repository.h), and what `kata new` makes.
#ifndef CLI_FOLDER_SCAFFOLD_H
#define CLI_FOLDER_SCAFFOLD_H

#include "base/arena.h"
#include "base/err.h"

// A word that is replaced in names and texts of files.
typedef struct Blank {
    const char *word, *text;
} Blank;

typedef struct Scaffold {
    Arena *arena;
    const Blank *blanks;
    int nblanks;
    // Receives each file that is new; may be NULL.
    void (*made)(void *ctx, const char *path);
    void *ctx;
    int nmade, nkept; // files that are new; that were there already
} Scaffold;

// Copies the folder from to the folder to. A file that is there is left alone.
bool scaffold_copy(Scaffold *s, const char *from, const char *to, Err *err);

#endif
