// The names that an object file defines and needs, from its ELF symbol table.
//
// A learner's object is linked with kata's runner and with a CUDA runtime. All
// of its strong symbols but the entry are made local first, so that no function
// of the learner's, whatever its name, can take the place of one of theirs.
// Weak ones (templates, inline functions) keep their linkage: making those
// local breaks the groups that the linker folds them in.
#include "build/symbols.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/tool.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

// ---- ELF

// Returns whether [at, at + n) lies in the file.
static bool lies_within(const Buf *f, uint64_t at, uint64_t n) {
    return at <= f->len && n <= f->len - at;
}

// The section header table, or NULL if the file has no sound one.
static const Elf64_Shdr *sections(const Buf *f, int *n) {
    const Elf64_Ehdr *eh = (const Elf64_Ehdr *)(const void *)f->data;

    if (f->len < sizeof *eh || memcmp(eh->e_ident, ELFMAG, SELFMAG) != 0 ||
        eh->e_ident[EI_CLASS] != ELFCLASS64 ||
        eh->e_shentsize != sizeof(Elf64_Shdr) || eh->e_shoff % 8 ||
        !lies_within(f, eh->e_shoff, eh->e_shnum * sizeof(Elf64_Shdr)))
        return NULL;
    *n = eh->e_shnum;
    return (const Elf64_Shdr *)(const void *)(f->data + eh->e_shoff);
}

// ---- what would run ahead of kata

// The runner's constructors have the priorities 101 and 102: by the time that
// any of the learner's code runs, the private pipe is out of reach and guarded.
enum { RUNNERS_LAST = 102, NO_PRIORITY = 65535 };

// The number that ends a name such as .init_array.00200; -1: none.
static long number_after(const char *name, size_t prefix) {
    char *end;
    long v = strtol(name + prefix + 1, &end, 10);
    return isdigit((unsigned char)name[prefix + 1]) && !*end ? v : -1;
}

static const char *section_intrudes(const char *name, uint64_t flags) {
    static const char init[] = ".init_array", ctors[] = ".ctors";
    const size_t ninit = sizeof init - 1, nctors = sizeof ctors - 1;
    if (flags & SHF_WRITE && flags & SHF_EXECINSTR)
        return "a section of code that can be written to";
    if (str_starts(name, ".preinit_array") || !strcmp(name, ".init"))
        return "code that runs before every constructor";
    bool early = (str_starts(name, init) && name[ninit] &&
                  number_after(name, ninit) <= RUNNERS_LAST) ||
                 (str_starts(name, ctors) && name[nctors] &&
                  number_after(name, nctors) >= NO_PRIORITY - RUNNERS_LAST);
    return early ? "a constructor with a priority of its own below 103" : NULL;
}

// Instructions that open memory which a protection key closes (sim.h): wrpkru,
// and xrstor with an operand in memory. No compiler makes them.
static bool opens_keys(const uint8_t *at, size_t n) {
    enum { XRSTOR = 5, IN_REGISTER = 3 };
    for (size_t i = 0; i + 2 < n; i++) {
        if (at[i] != 0x0f) continue;
        if (at[i + 1] == 0x01 && at[i + 2] == 0xef) return true;
        if (at[i + 1] == 0xae && (at[i + 2] >> 3 & 7) == XRSTOR &&
            at[i + 2] >> 6 != IN_REGISTER)
            return true;
    }
    return false;
}

static bool has_key_code(const Buf *f, const Elf64_Shdr *s) {
    const Elf64_Ehdr *eh = (const Elf64_Ehdr *)(const void *)f->data;
    return eh->e_machine == EM_X86_64 && s->sh_flags & SHF_EXECINSTR &&
           s->sh_type == SHT_PROGBITS &&
           lies_within(f, s->sh_offset, s->sh_size) &&
           opens_keys((const uint8_t *)f->data + s->sh_offset, s->sh_size);
}

static const char *find_intruder(const Buf *f, const Elf64_Shdr *sh, int n) {
    const Elf64_Ehdr *eh = (const Elf64_Ehdr *)(const void *)f->data;
    if (eh->e_shstrndx >= n) return NULL;
    const Elf64_Shdr *str = &sh[eh->e_shstrndx];
    if (!lies_within(f, str->sh_offset, str->sh_size) || !str->sh_size ||
        f->data[str->sh_offset + str->sh_size - 1] != '\0')
        return NULL;
    const char *found = NULL;
    for (int i = 0; i < n && !found; i++)
        if (sh[i].sh_name < str->sh_size)
            found = section_intrudes(f->data + str->sh_offset + sh[i].sh_name,
                                     sh[i].sh_flags);
    for (int i = 0; i < n && !found; i++)
        if (has_key_code(f, &sh[i]))
            found = "an instruction that opens protected memory (wrpkru)";
    return found;
}

// ---- symbols

// Assembly need not say what a symbol is.
static bool is_code(int type) {
    return type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC;
}

static bool read_table(Arena *a, const Buf *f, Symbols *out) {
    int nsections, tab = 0;
    const Elf64_Shdr *sh = sections(f, &nsections);
    if (!sh) return false;

    out->intrudes = find_intruder(f, sh, nsections);
    while (tab < nsections && sh[tab].sh_type != SHT_SYMTAB)
        tab++;
    if (tab == nsections) return true; // no symbols at all
    const Elf64_Shdr *st = &sh[tab];
    if (st->sh_link >= (unsigned)nsections || st->sh_offset % 8) return false;
    const Elf64_Shdr *str = &sh[st->sh_link];
    if (!lies_within(f, st->sh_offset, st->sh_size) ||
        !lies_within(f, str->sh_offset, str->sh_size) || !str->sh_size ||
        f->data[str->sh_offset + str->sh_size - 1] != '\0')
        return false;

    size_t n = st->sh_size / sizeof(Elf64_Sym);
    const Elf64_Sym *sym =
        (const Elf64_Sym *)(const void *)(f->data + st->sh_offset);
    out->at = arena_array(a, Symbol, n);
    for (size_t i = 1; i < n; i++) {
        int bind = ELF64_ST_BIND(sym[i].st_info);
        if (ELF64_ST_TYPE(sym[i].st_info) == STT_GNU_IFUNC)
            out->intrudes = "a function that the loader has to choose (ifunc)";
        if (sym[i].st_name >= str->sh_size) continue;
        const char *name = f->data + str->sh_offset + sym[i].st_name;
        // Even a static one: counting begins and ends at that name.
        if (bind == STB_LOCAL && !strcmp(name, "kata_call"))
            out->intrudes = "a function called kata_call, kata's own name";
        if (bind == STB_LOCAL) continue;
        out->at[out->n++] = (Symbol){
            .name = arena_str(a, name),
            .defined = sym[i].st_shndx != SHN_UNDEF,
            .weak = bind != STB_GLOBAL,
            .function = is_code(ELF64_ST_TYPE(sym[i].st_info)),
        };
    }
    return true;
}

bool symbols_load(Arena *a, const char *object, Symbols *out, Err *err) {
    Buf file = {0};
    *out = (Symbols){0};
    if (!file_read(object, &file, err)) return false;
    bool ok = read_table(a, &file, out);
    buf_free(&file);
    return ok || err_set(err, ERR_BUG, "%s is no ELF object", object);
}

const char *symbols_wanted(const Symbols *shim) {
    for (int i = 0; i < shim->n; i++) {
        const char *name = shim->at[i].name;
        // Not what the compiler itself asks for.
        if (!shim->at[i].defined && !str_starts(name, "__") &&
            !str_starts(name, "_GLOBAL_") && !str_starts(name, "_Unwind"))
            return name;
    }
    return NULL;
}

const char *symbols_called(Arena *a, const Symbols *caller, const char *name) {
    // C++ puts the length before a name and the parameters after it.
    const char *mangled = arena_fmt(a, "_Z%zu%s", strlen(name), name);
    for (int i = 0; i < caller->n; i++) {
        const Symbol *s = &caller->at[i];
        if (!s->defined &&
            (strcmp(s->name, name) == 0 || str_starts(s->name, mangled)))
            return s->name;
    }
    return NULL;
}

// The compiler's own weak names are those of C++, with two underscores or one
// and a capital; a library's begin like this.
static bool is_of_math_library(const char *name) {
    static const char *const all[] = {
        "cublas",   "cudnn", "cusolver", "cusparse",  "cufft", "curand",
        "cutensor", "nccl",  "nvrtc",    "nvJitLink", "nvblas"};
    for (size_t k = 0; k < COUNT_OF(all); k++)
        if (str_starts(name, all[k])) return true;
    return false;
}

const char *symbols_loader(const Symbols *s) {
    static const char *const all[] = {
        "dlopen", "dlmopen", "__libc_dlopen_mode", "dlsym",
        "dlvsym", "dlinfo",  "_r_debug",           "dl_iterate_phdr"};
    for (int i = 0; i < s->n; i++) {
        const Symbol *y = &s->at[i];
        if (y->defined) continue;
        for (size_t k = 0; k < COUNT_OF(all); k++)
            if (!strcmp(y->name, all[k])) return all[k];
        // A strong one does not link.
        if (y->weak && is_of_math_library(y->name)) return y->name;
    }
    return NULL;
}

const char *symbols_use(Arena *a, const Symbols *s, const char *const *spaces) {
    for (const char *const *f = spaces; f && *f; f++) {
        // A nested name begins with N, then each part with its length.
        const char *nested = arena_fmt(a, "N%zu%s", strlen(*f), *f);
        for (int i = 0; i < s->n; i++) {
            const char *at = strstr(s->at[i].name, nested);
            if (at && isdigit((unsigned char)at[strlen(nested)])) return *f;
        }
    }
    return NULL;
}

// ---- judging

static const Symbol *find_symbol(const Symbols *s, const char *name) {
    for (int i = 0; i < s->n; i++)
        if (s->at[i].defined && strcmp(s->at[i].name, name) == 0)
            return &s->at[i];
    return NULL;
}

// Demangles by c++filt: only failures need it, and kata is no C++ program.
static const char *demangle(Arena *a, const char *name) {
    const char *argv[] = {"c++filt", name, NULL};
    Proc p;
    Err ignored = {0};
    const char *text = name;

    if (strncmp(name, "_Z", 2) != 0) return name;
    if (proc_run(argv, NULL, &p, &ignored)) {
        Str out = str_trim(str_of(buf_text(&p.out)));
        if (p.status == 0 && out.n) text = arena_strn(a, out.p, out.n);
        proc_free(&p);
    }
    err_clear(&ignored);
    return text;
}

// The name without its parameters: "ns::f" of "ns::f(int)".
static const char *bare_name(Arena *a, const char *demangled) {
    return arena_strn(a, demangled, strcspn(demangled, "("));
}

// Asked of the library itself: kata's own process may have others in front.
static bool is_c_library(const char *name) {
    static void *libc;
    if (!libc) libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    return libc && dlsym(libc, name);
}

// Functions that would get at memory that kata keeps to itself.
static bool is_door(const char *name) {
    return str_starts(name, "pkey_");
}

// The owner of the function that a learner's symbol would shadow, or NULL.
static const char *owner_of(const Symbol *s) {
    const char *n = s->name;
    // Data is made local, so its names do no harm; but for weak ones.
    if (!s->function && !s->weak) return NULL;
    if ((str_starts(n, "cuda") && isupper((unsigned char)n[4])) ||
        str_starts(n, "__cuda") ||
        (str_starts(n, "cu") && isupper((unsigned char)n[2])))
        return "the CUDA runtime";
    if (str_starts(n, "kata_") || str_starts(n, "sim_")) return "kata";
    // Their presence tells the runner who watches the memory.
    if (str_starts(n, "__asan_") || str_starts(n, "__ubsan_"))
        return "the sanitizers";
    return is_c_library(n) ? "the C library" : NULL;
}

static const char *no_entry(Arena *a, const Symbols *s, const char *wanted,
                            const char *entry, const char *decl) {
    enum { MOST = 32 };
    const char *names[MOST];
    int n = 0;

    if (find_symbol(s, "main"))
        return arena_fmt(a,
                         "the file has a main(). kata brings its own: write "
                         "only\n    %s",
                         decl);
    for (int i = 0; i < s->n && n < MOST; i++) {
        const Symbol *y = &s->at[i];
        // Weak: not the learner's. The stub: nvcc's, one per kernel.
        if (!y->defined || y->weak || !y->function ||
            strstr(y->name, "__device_stub__"))
            continue;
        const char *full = demangle(a, y->name);
        names[n] = bare_name(a, full);
        if (strcmp(names[n], entry) == 0)
            return arena_fmt(a,
                             "'%s' has the wrong parameters\n"
                             "    yours:     %s\n    expected:  %s",
                             entry, full, demangle(a, wanted));
        n++;
    }
    if (n == 0)
        return arena_fmt(a, "the file defines no function yet. Add:\n    %s",
                         decl);
    int near = str_nearest(entry, names, n);
    if (near >= 0)
        return arena_fmt(
            a,
            "there is no '%s', only '%s': did you mistype the name? "
            "Write\n    %s",
            entry, names[near], decl);
    return arena_fmt(a,
                     "there is no '%s' (if it is there: not static, not in a "
                     "namespace, not __global__). Write\n    %s",
                     entry, decl);
}

bool symbols_check(Arena *a, const Symbols *learner, const char *wanted,
                   const char *entry, const char *decl, const char **remark) {
    for (int i = 0; i < learner->n; i++) {
        if (!learner->at[i].defined) continue;
        const char *owner = owner_of(&learner->at[i]);
        if (!owner) continue;
        *remark = arena_fmt(a,
                            "the file defines '%s', which is a function of %s: "
                            "give yours another name",
                            learner->at[i].name, owner);
        return false;
    }
    // Declared by hand, what kata is linked with could be called as well.
    for (int i = 0; i < learner->n; i++) {
        const char *name = learner->at[i].name;
        if (learner->at[i].defined ||
            (!str_starts(name, "sim_") && !str_starts(name, "kata_")))
            continue;
        *remark = arena_fmt(a,
                            "the file calls a function whose name begins with "
                            "'%s', as kata's own do: call what you bring "
                            "yourself, and CUDA",
                            *name == 's' ? "sim_" : "kata_");
        return false;
    }
    for (int i = 0; i < learner->n; i++) {
        const char *name = learner->at[i].name;
        if (learner->at[i].defined || !is_door(name)) continue;
        *remark = arena_fmt(a,
                            "the file calls '%s', which no exercise needs: "
                            "work on the arguments that the entry gets",
                            name);
        return false;
    }
    // nvcc makes a host stub for a kernel, and gives it the kernel's name.
    const char *stub = arena_fmt(a, "__device_stub_%s", wanted);
    for (int i = 0; i < learner->n; i++) {
        if (!strstr(learner->at[i].name, stub)) continue;
        *remark = arena_fmt(a,
                            "'%s' is a __global__ kernel here. kata calls a "
                            "host function of that name, which launches your "
                            "kernel: give the kernel another name and write "
                            "also\n    %s",
                            entry, decl);
        return false;
    }
    if (find_symbol(learner, wanted)) return true;
    *remark = no_entry(a, learner, wanted, entry, decl);
    return false;
}

static bool is_kept(const char *const *keep, const char *name) {
    while (*keep && strcmp(*keep, name) != 0)
        keep++;
    return *keep;
}

// Names that nvcc's link of device code refers to, in an object compiled for
// it.
static bool is_of_device_link(const char *name) {
    return strncmp(name, "__fatbinwrap_", 13) == 0;
}

bool symbols_hide(Arena *a, const char *object, const Symbols *s,
                  const char *const *keep, Err *err) {
    Buf list = {0};
    for (int i = 0; i < s->n; i++)
        if (s->at[i].defined && !s->at[i].weak &&
            !is_kept(keep, s->at[i].name) && !is_of_device_link(s->at[i].name))
            buf_fmt(&list, "%s\n", s->at[i].name);
    const char *file = arena_fmt(a, "%s.hide", object);
    bool ok = list.len == 0 || file_write(file, list.data, list.len, err);
    if (ok && list.len) {
        const char *argv[] = {"objcopy",
                              arena_fmt(a, "--localize-symbols=%s", file),
                              object, NULL};
        Proc p;
        ok = tool_run_on(argv, object, &p, err);
        if (ok && p.status != 0)
            ok = err_set(err, ERR_ENV, "objcopy: %s", buf_text(&p.err));
        proc_free(&p);
    }
    buf_free(&list);
    return ok;
}
