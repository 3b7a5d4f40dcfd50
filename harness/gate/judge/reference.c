#include "gate/judge/reference.h"

#include "gate/judge/guard.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// A function that reference.c may have: the shim says whether it does.
static void *find_optional(const Reference *r, const char *name) {
    char call[60], has[60];
    int (*is_there)(void) = NULL;
    snprintf(call, sizeof call, "kata_reference_%s", name);
    snprintf(has, sizeof has, "kata_has_%s", name);
    *(void **)&is_there = dlsym(r->lib, has);
    return is_there && is_there() ? dlsym(r->lib, call) : NULL;
}

bool reference_open(Reference *r, const char *path, const char *source,
                    Err *err) {
    guard_name(source);
    *r = (Reference){.lib = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!r->lib) {
        const char *why = dlerror(), *name = strstr(why, "undefined symbol: ");
        if (!name)
            return err_set(err, ERR_ENV, "cannot load the reference: %s", why);
        err_set(err, ERR_INPUT, "reference.c uses '%s', which nothing defines",
                name + strlen("undefined symbol: "));
        return err_hint(err,
                        "is the name right? What math.h declares is there");
    }
    *(void **)&r->all = dlsym(r->lib, "kata_reference");
    *(void **)&r->at = find_optional(r, "at");
    *(void **)&r->scale = find_optional(r, "scale");
    *(void **)&r->scale_at = find_optional(r, "scale_at");
    if (!r->all) {
        reference_close(r);
        return err_set(err, ERR_BUG, "'%s' defines no kata_reference", path);
    }
    return true;
}

bool reference_serves(const Reference *r, const Compare *how, Err *err) {
    if (how->kind != COMPARE_ROW || !r->at || r->scale_at) return true;
    err_set(err, ERR_INPUT,
            "reference.c has reference_at, and with model: row "
            "needs reference_scale_at as well");
    return err_hint(err, "it writes the size of what cancels on the way to "
                         "that element: curriculum/README.md");
}

void reference_close(Reference *r) {
    if (r->lib) dlclose(r->lib);
    *r = (Reference){0};
}
