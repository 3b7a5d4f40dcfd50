// The learner's own repositories: the lab notebook, the kernel zoo, the ML ops
// playground. kata makes their first folders, remembers where they are, and
// files passing kernels into the zoo.
#ifndef CLI_FOLDER_REPOSITORY_H
#define CLI_FOLDER_REPOSITORY_H

#include "base/str.h"
#include "cli/app/app.h"

// The folder of a repository; NULL: it has not been set up.
const char *repository_find(App *a, const char *name);
// Copies the scaffold curriculum/repositories/<name> to dir. What is there
// already is left alone. *made receives how many files are new.
bool repository_scaffold(App *a, const char *name, const char *dir, int *made,
                         Err *err);
// The same, and remembers where it is.
bool repository_init(App *a, const char *name, const char *dir, int *made,
                     Err *err);
// Names of the scaffolds, NULL-terminated.
char **repository_names(App *a);

// Copies ex into the kernel zoo with what the record says of it. False if
// there is no zoo, no passing attempt, or no kernel to copy (without an error),
// or if writing failed. *where receives the folder.
bool zoo_add(App *a, const Exercise *ex, const char **where, Err *err);
// Returns true if text is what zoo_add files under `name`, a path in the zoo:
// the source of any passing attempt, the reference, or the results as the
// record is now. ctx is the App.
bool zoo_files(void *ctx, Arena *m, const Exercise *ex, const char *name,
               Str text);

#endif
