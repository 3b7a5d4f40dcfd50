// The learner's files: stubs and sheets, handed out once and never overwritten.
#include "cli/folder/work.h"

#include "base/path.h"
#include "base/rng.h"
#include "base/str.h"
#include "build/sources.h"
#include "cli/folder/repository.h"
#include "paper/paper.h"

#include <stdlib.h>
#include <string.h>

// ---- where they start from

bool work_seed(App *a, const Exercise *ex, bool fresh, uint64_t *seed,
               Err *err) {
    char *key = arena_fmt(&a->arena, "sheet:%s", ex->id);
    const char *kept = fresh ? NULL : store_get(a->store, &a->arena, key);
    *seed = kept ? strtoull(kept, NULL, 16) : 0;
    if (*seed) return true;
    *seed = (rng_entropy() & 0xffffffffff) | 1;
    return store_set(a->store, key,
                     arena_fmt(&a->arena, "%llx", (unsigned long long)*seed),
                     err);
}

bool work_stub(App *a, const Exercise *ex, Buf *out, Err *err) {
    uint64_t seed;
    if (!ex->paper)
        return file_read(path_join(&a->arena, ex->dir, ex->file), out, err);
    return work_seed(a, ex, false, &seed, err) &&
           paper_stub(ex, seed, out, err);
}

// The program of a profile is handed out beside its sheet.
static bool put_program(App *a, const Exercise *ex, const char *file,
                        Err *err) {
    const char *name = ex->paper ? ex->paper->program : NULL;
    if (!name) return true;
    const char *dir = path_dir(&a->arena, file);
    return file_copy(path_join(&a->arena, ex->dir, name),
                     path_join(&a->arena, dir, name), err);
}

bool work_put_stub(App *a, const Exercise *ex, const char *file, Err *err) {
    Buf stub = {0};
    bool ok = path_make_dirs(path_dir(&a->arena, file), err) &&
              put_program(a, ex, file, err) && work_stub(a, ex, &stub, err) &&
              file_write(file, buf_text(&stub), stub.len, err);
    buf_free(&stub);
    return ok;
}

// ---- where they are

static const char *own_folder(App *a, const Exercise *ex) {
    const char *name = ex->paper->repository;
    return name ? repository_find(a, name) : NULL;
}

static bool set_up_folder(App *a, const Exercise *ex, Err *err) {
    const char *name = ex->paper->repository;
    int made;
    if (!name || repository_find(a, name)) return true;
    return repository_init(a, name, path_join(&a->arena, a->work, ex->id),
                           &made, err);
}

char *work_file(App *a, const Exercise *ex) {
    const char *own = ex->paper ? own_folder(a, ex) : NULL;
    if (own) return path_join(&a->arena, own, ex->file);
    char *dir = path_join(&a->arena, a->work, ex->id);
    return path_join(&a->arena, dir, ex->file);
}

// ---- handing out and finding

bool work_hand_out(App *a, const Exercise *ex, bool *made, Err *err) {
    if (ex->paper && !set_up_folder(a, ex, err)) return false;
    char *to = work_file(a, ex);
    if (made) *made = false;
    if (path_exists(to)) return true;
    if (!work_put_stub(a, ex, to, err)) {
        if (err && !err->hint[0])
            err_hint(err, "kata copies exercises there: make the folder "
                          "writable, or set KATA_WORK to another");
        return false;
    }
    if (made) *made = true;
    return true;
}

const char *work_named_file(App *a, const Exercise *ex, const char *address,
                            const char *asked) {
    if (asked || !address || !path_exists(address) || path_is_dir(address))
        return asked;
    char *named = realpath(address, NULL);
    char *work = realpath(work_file(a, ex), NULL);
    bool own = !named || (work && !strcmp(named, work));
    free(named);
    free(work);
    return own ? NULL : address;
}

bool work_find_file(App *a, const Exercise *ex, const char *asked,
                    const char **file, Err *err) {
    *file = asked ? asked : work_file(a, ex);
    if (path_is_file(*file)) return source_check(*file, err);
    if (path_exists(*file) && !path_is_dir(*file)) {
        err_set(err, ERR_USAGE, "'%s' is no regular file", *file);
        return err_hint(err, "a device or a pipe cannot be checked: save it to "
                             "a file first");
    }
    if (asked) {
        err_set(err, ERR_USAGE, "there is no file '%s'", asked);
        return err_hint(err, "--file takes the path of a %s file",
                        strrchr(ex->file, '.') ? strrchr(ex->file, '.') : "");
    }
    err_set(err, ERR_USAGE, "you have no file for '%s' yet", ex->id);
    return err_hint(err, "`%s` hands it out", app_command(a, "next", ex));
}
