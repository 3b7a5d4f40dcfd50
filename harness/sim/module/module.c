// A loaded module: its text parsed, its variables in device memory, its
// kernels decoded when they are first asked for.
#include "sim/module/module.h"

#include "sim/core/stack.h"
#include "sim/module/decode.h"
#include "sim/ptx/demangle.h"

#include "base/heap.h"
#include "base/map.h"
#include "base/str.h"

#include <string.h>

struct Module {
    Arena arena; // everything but the variables' memory
    Mem *mem;    // borrowed
    PtxModule *ptx;
    const void *cubin; // borrowed, or NULL
    size_t cubin_bytes;
    Map codes; // Code by the entry's name
    const char **entries;
};

// ---- variables

static bool has_memory(const Sym *s) {
    return (s->space == SPACE_GLOBAL || s->space == SPACE_CONST) && s->size &&
           (!s->is_extern || s->init) && !s->definition;
}

static const char no_memory[] = "no device memory";

bool module_lacked_memory(const Err *err) {
    return str_starts(err->msg, no_memory);
}

static bool allocate(Module *m, Sym *s, Err *err) {
    AllocKind kind = s->is_managed              ? ALLOC_MANAGED
                     : s->space == SPACE_GLOBAL ? ALLOC_GLOBAL
                                                : ALLOC_CONST;
    s->offset = mem_alloc(m->mem, s->size, kind, demangle(&m->arena, s->name));
    if (s->offset) return true;
    err_set(err, ERR_SIM, "%s for '%s', %llu bytes", no_memory, s->name,
            (unsigned long long)s->size);
    return err_hint(err, "make the array smaller, or choose a GPU with more "
                         "memory");
}

// Addresses of variables and functions inside an initialiser.
static bool relocate(const Sym *s, uint8_t *bytes, const PtxInit *in,
                     Err *err) {
    const Sym *to = in->sym;
    bool in_memory = to->kind == SYM_VAR &&
                     (to->space == SPACE_GLOBAL || to->space == SPACE_CONST);
    if (!in_memory && to->kind != SYM_FUNC) {
        err_set(err, ERR_SIM,
                "not simulated yet: '%s' holds the address of "
                "'%s', which is neither global nor constant",
                s->name, to->name);
        return err_hint(err, "take the address inside the kernel");
    }
    uint64_t v = to->kind == SYM_FUNC ? (uint64_t)(uintptr_t)to->func
                                      : to->offset + (uint64_t)in->addend;
    // One byte of an address, 0xFF(a), stands for all eight.
    uint64_t n = (uint64_t)type_bits(s->type) / 8;
    n = n == 1 || n > 8 ? 8 : n;
    if (in->offset + n > s->size) n = s->size - in->offset;
    memcpy(bytes + in->offset, &v, n);
    return true;
}

static bool initialise(const Module *m, const Sym *s, Err *err) {
    enum { FILLED = 64 << 20 }; // mem_alloc poisons up to here
    uint8_t *to = mem_bytes(m->mem, s->offset);
    if (s->init)
        memcpy(to, s->init, s->size);
    else if (s->size <= FILLED)
        memset(to, 0, s->size);
    for (int i = 0; i < s->ninits; i++)
        if (!relocate(s, to, &s->inits[i], err)) return false;
    return true;
}

// All addresses are known before the first is stored.
static bool load_variables(Module *m, Err *err) {
    const PtxModule *p = m->ptx;
    for (int i = 0; i < p->nvars; i++)
        if (has_memory(p->vars[i]) && !allocate(m, p->vars[i], err))
            return false;
    for (int i = 0; i < p->nvars; i++)
        if (p->vars[i]->definition)
            p->vars[i]->offset = p->vars[i]->definition->offset;
    for (int i = 0; i < p->nvars; i++)
        if (has_memory(p->vars[i]) && !initialise(m, p->vars[i], err))
            return false;
    return true;
}

// ---- loading

static void list_entries(Module *m) {
    int n = 0;
    m->entries =
        arena_array(&m->arena, const char *, (size_t)m->ptx->nfuncs + 1);
    for (int i = 0; i < m->ptx->nfuncs; i++)
        if (m->ptx->funcs[i]->is_entry && !m->ptx->funcs[i]->is_declared_only)
            m->entries[n++] = m->ptx->funcs[i]->name;
}

static PtxModule *parse_all(Arena *a, const ModuleText *text, int n, Err *err) {
    PtxModule **parts = arena_array(a, PtxModule *, (size_t)n);
    for (int i = 0; i < n; i++) {
        parts[i] = ptx_parse(a, "PTX", text[i].ptx, text[i].bytes, err);
        if (!parts[i]) return NULL;
    }
    return ptx_join(a, parts, n);
}

// The next line that begins with .version, or the end.
static const char *next_file(const char *at, const char *end) {
    static const char begins[] = "\n.version";
    size_t n = sizeof begins - 1;
    for (; (size_t)(end - at) > n; at++)
        if (!memcmp(at, begins, n)) return at + 1;
    return end;
}

// Texts that a program linked stand one after the other: each has its .version.
static int split_files(Arena *a, const char *ptx, size_t n, ModuleText **out) {
    const char *end = ptx + n, *at = ptx;
    int count = 1, i = 0;
    // Comments and blank lines before the first .version belong to it.
    if (*ptx != '.') at = next_file(at, end);
    at = next_file(at, end);
    for (const char *p = at; p < end; p = next_file(p, end))
        count++;
    *out = arena_array(a, ModuleText, (size_t)count);
    (*out)[i++] = (ModuleText){ptx, (size_t)(at - ptx)};
    for (const char *p = at, *next; p < end; p = next) {
        next = next_file(p, end);
        (*out)[i++] = (ModuleText){p, (size_t)(next - p)};
    }
    return count;
}

Module *module_load(Mem *mem, const char *ptx, size_t n, const void *cubin,
                    size_t cubin_bytes, Err *err) {
    Arena a = {0};
    ModuleText *files;
    int count = split_files(&a, ptx, n, &files);
    Module *m = module_load_linked(mem, files, count, cubin, cubin_bytes, err);
    arena_reset(&a);
    return m;
}

Module *module_load_linked(Mem *mem, const ModuleText *text, int n,
                           const void *cubin, size_t cubin_bytes, Err *err) {
    Module *m = heap_new(1, sizeof *m);
    m->mem = mem;
    m->cubin = cubin;
    m->cubin_bytes = cubin_bytes;
    m->ptx = parse_all(&m->arena, text, n, err);
    if (m->ptx && load_variables(m, err)) {
        list_entries(m);
        return m;
    }
    module_free(m);
    return NULL;
}

void module_unload(Module *m) {
    for (int i = 0; m->ptx && i < m->ptx->nvars; i++) {
        Sym *s = m->ptx->vars[i];
        if (has_memory(s) && s->offset) mem_release(m->mem, s->offset);
        if (has_memory(s)) s->offset = 0;
    }
}

void module_free(Module *m) {
    if (!m) return;
    module_unload(m);
    map_free(&m->codes);
    arena_reset(&m->arena);
    heap_free(m);
}

// ---- kernels

static const PtxFunc *find_entry(const Module *m, const char *name) {
    for (int i = 0; i < m->ptx->nfuncs; i++) {
        const PtxFunc *f = m->ptx->funcs[i];
        if (f->is_entry && !f->is_declared_only && !strcmp(f->name, name))
            return f;
    }
    return NULL;
}

// ptxas knows better than the decoder guesses.
static void ask_cubin(const Module *m, Code *c) {
    int regs, stack, smem;
    stack_guess(c);
    if (!m->cubin || !cubin_info(m->cubin, m->cubin_bytes, c->func->name, &regs,
                                 &stack, &smem))
        return;
    c->regs = regs;
    c->stack_bytes = stack;
    c->regs_exact = true;
    if (c->next) stack_frames(m->cubin, m->cubin_bytes, c);
}

const Code *module_entry(Module *m, const char *name, Err *err) {
    Code *c = map_find(&m->codes, name);
    if (c) return c;
    const PtxFunc *f = find_entry(m, name);
    if (!f) {
        err_set(err, ERR_SIM, "the PTX holds no kernel '%s'",
                demangle(&m->arena, name));
        err_hint(err, "is it inside an #if for another architecture?");
        return NULL;
    }
    c = decode(&m->arena, m->ptx, f, err);
    if (!c) return NULL;
    ask_cubin(m, c);
    map_set(&m->codes, name, c);
    return c;
}

uint64_t module_var(Module *m, const char *name, uint64_t *size) {
    *size = 0;
    for (int i = 0; i < m->ptx->nvars; i++) {
        const Sym *s = m->ptx->vars[i];
        if (strcmp(s->name, name) || !has_memory(s)) continue;
        *size = s->size;
        return s->offset;
    }
    return 0;
}

void module_share_managed(Module *m, const Module *first) {
    for (int i = 0; i < m->ptx->nvars && i < first->ptx->nvars; i++) {
        Sym *s = m->ptx->vars[i];
        if (!s->is_managed || !s->offset) continue;
        mem_release(m->mem, s->offset);
        s->offset = first->ptx->vars[i]->offset;
    }
}

void module_reset(Module *m) {
    Err ignored = {0};
    for (int i = 0; m && i < m->ptx->nvars; i++)
        if (has_memory(m->ptx->vars[i]))
            initialise(m, m->ptx->vars[i], &ignored);
    err_clear(&ignored);
}

const PtxModule *module_ptx(const Module *m) {
    return m->ptx;
}

const char *const *module_entries(const Module *m) {
    return m->entries;
}
