// A scratch folder for tests that need files.
#ifndef TESTS_TREE_H
#define TESTS_TREE_H

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "tests/tests.h"

typedef struct Tree {
    char root[64];
    Arena arena;
} Tree;

static inline void tree_open(Tree *t) {
    strcpy(t->root, "/tmp/kata-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(t->root));
}

// Returns the full path of a name in the folder.
static inline char *tree_path(Tree *t, const char *name) {
    return path_join(&t->arena, t->root, name);
}

static inline char *tree_write(Tree *t, const char *name, const char *text) {
    Err err = {0};
    char *path = tree_path(t, name);
    ck_assert_msg(path_make_dirs(path_dir(&t->arena, path), &err), "%s",
                  err.msg);
    ck_assert_msg(file_write(path, text, strlen(text), &err), "%s", err.msg);
    return path;
}

static inline void tree_close(Tree *t) {
    ck_assert(path_remove_all(t->root, NULL));
    arena_reset(&t->arena);
}

#endif
