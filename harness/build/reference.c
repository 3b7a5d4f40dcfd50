// An exercise's reference, compiled to a shared object that kata itself loads:
// it is ours, not the learner's. No contraction, so that it rounds as written.
#include "base/path.h"
#include "base/scratch.h"
#include "build/cache.h"
#include "build/nvcc.h"
#include "build/sources.h"
#include "build/tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const flags[] = {
    "-O2", "-std=gnu17", "-ffp-contract=off", "-shared", "-fPIC",
};

static const char *reference_key(Arena *a, const char *source,
                                 const char *shim) {
    Hash h;
    char hex[HASH_HEX];

    hash_start(&h);
    hash_str(&h, "kata reference 2");
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        hash_str(&h, flags[i]);
    sources_add(NULL, &h, a, source);
    hash_str(&h, shim);
    hash_end(&h, hex);
    return arena_str(a, hex);
}

static bool compile_reference(Arena *a, const char *source, const char *shim,
                              const char *out, Err *err) {
    Args args = {0};
    Proc p = {0};

    args_add(&args, "cc");
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        args_add(&args, flags[i]);
    args_add(&args, source);
    args_add(&args, shim);
    args_add(&args, "-o");
    args_add(&args, out);
    args_add(&args, "-lm");
    const ToolUse use = {
        .scratch = path_dir(a, out), .reads_all = true, .ours = true};
    ProcHandle *h = tool_start(&args, &use, err);
    bool ok = h && proc_wait(h, &p, err);
    if (ok && p.status != 0) {
        const char *text = buf_text(&p.err);
        ok = err_set(err, ERR_INPUT, "%s does not compile: %s", source, text);
        err_hint(err, "%s", args_text(a, &args));
    }
    args_free(&args);
    proc_free(&p);
    return ok;
}

const char *build_reference(Arena *a, const BuildPlaces *where,
                            const char *source, const char *shim, Err *err) {
    if (!path_exists(source)) {
        err_set(err, ERR_INPUT, "there is no reference '%s'", source);
        err_hint(err, "an exercise needs one: plain C that computes the "
                      "expected outputs");
        return NULL;
    }
    if (!scratch_dirs(where->cache, err)) return NULL;
    const char *key = reference_key(a, source, shim);
    const char *path = arena_fmt(a, "%s/ref-%.32s.so", where->cache, key);
    if (path_exists(path)) return path;

    const char *dir = cache_begin(a, where->cache, err);
    if (!dir) return NULL;
    const char *shim_c = path_join(a, dir, "shim.c");
    const char *made = path_join(a, dir, "reference.so");
    bool ok = file_write(shim_c, shim, strlen(shim), err) &&
              compile_reference(a, source, shim_c, made, err);
    if (ok && rename(made, path) != 0) ok = err_errno(err, ERR_ENV, "%s", path);
    cache_abandon(dir);
    return ok ? path : NULL;
}
