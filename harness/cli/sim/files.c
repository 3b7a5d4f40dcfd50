// See program.h: files that kata sim cannot make a program of, and the words
// that can be typed instead.
#include "cli/sim/program.h"

#include "base/path.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

static const char cmake_build[] = "cmake -B build && cmake --build build";

// Files that nvcc takes, and Python.
static bool has_known_end(const char *file) {
    static const char *const ends[] = {
        ".cu", ".c",   ".cc", ".cpp", ".cxx", ".C",   ".ptx",    ".cubin",
        ".o",  ".obj", ".a",  ".lib", ".so",  ".res", ".fatbin", ".py"};
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(file, ends[i])) return true;
    return strstr(path_base(file), ".so.") != NULL;
}

static bool is_makefile(const char *name) {
    return !strcmp(name, "Makefile") || !strcmp(name, "makefile") ||
           !strcmp(name, "GNUmakefile") || str_ends(name, ".mk");
}

// A command that works in a folder, from here.
static const char *from_here(Arena *m, const char *dir) {
    return strcmp(dir, ".") ? arena_fmt(m, "cd %s && ", dir) : "";
}

static bool hint_make(Arena *m, const char *dir, Err *err) {
    return err_hint(err, "%skata sim --build make -- ./PROGRAM",
                    from_here(m, dir));
}

static bool hint_cmake(Arena *m, const char *dir, Err *err) {
    return err_hint(err, "%skata sim --build '%s' -- build/PROGRAM",
                    from_here(m, dir), cmake_build);
}

static bool hint_plain(Err *err) {
    return err_hint(err, "kata sim takes a whole CUDA program, with main, or a "
                         "Python script");
}

static bool refuse_folder(Arena *m, const char *dir, Err *err) {
    char **names = path_list(m, dir, NULL);
    bool make = false, cmake = false, sources = false;
    for (int i = 0; names[i]; i++) {
        make |= is_makefile(names[i]);
        cmake |= !strcmp(names[i], "CMakeLists.txt");
        sources |= str_ends(names[i], ".cu");
    }
    err_set(err, ERR_USAGE, "'%s' is a folder", dir);
    if (make) return hint_make(m, dir, err);
    if (cmake) return hint_cmake(m, dir, err);
    if (sources)
        return err_hint(err,
                        "all of its files as one program: kata sim "
                        "%s/*.cu; or name the file that has main",
                        dir);
    return hint_plain(err);
}

static bool refuse_missing(App *a, const char *file, Err *err) {
    Arena *m = &a->arena;
    const char *dir = path_dir(m, file);
    char **names = path_list(m, dir, NULL);
    int n = 0;
    while (names[n])
        n++;
    int near = str_nearest(path_base(file), (const char *const *)names, n);
    err_set(err, ERR_USAGE, "there is no file '%s'", file);
    if (a->has_plan && plan_find(&a->plan, file))
        return err_hint(err, "an exercise is run by `kata check %s`", file);
    if (near < 0) return hint_plain(err);
    bool here = !strcmp(dir, ".") && !str_starts(file, "./");
    return err_hint(err, "did you mean '%s'?",
                    here ? names[near] : path_join(m, dir, names[near]));
}

static bool is_executable(const char *file) {
    char start[4] = "";
    FILE *f = fopen(file, "rb");
    bool elf = f && fread(start, 1, 4, f) == 4 && !memcmp(start, "\177ELF", 4);
    if (f) fclose(f);
    return elf;
}

static bool refuse_kind(Arena *m, const char *file, Err *err) {
    const char *dir = path_dir(m, file), *name = path_base(file);
    if (is_makefile(name)) {
        err_set(err, ERR_USAGE, "'%s' says how to build a program, and is none",
                file);
        return hint_make(m, dir, err);
    }
    if (!strcmp(name, "CMakeLists.txt")) {
        err_set(err, ERR_USAGE, "'%s' says how to build a program, and is none",
                file);
        return hint_cmake(m, dir, err);
    }
    if (is_executable(file)) {
        err_set(err, ERR_USAGE, "'%s' is compiled already", file);
        return err_hint(err,
                        "kata sim compiles for the simulated device: kata "
                        "sim FILE.cu, or kata sim --build make -- %s",
                        file);
    }
    err_set(err, ERR_USAGE, "'%s' is no CUDA program, by its name", file);
    return err_hint(err,
                    "kata sim takes FILE.cu, FILE.cpp, FILE.py and the "
                    "like; another name: kata sim -x cu %s",
                    file);
}

// With -x, a name says nothing.
static bool language_is_told(const SimWords *w) {
    for (int i = 0; i < w->flags.n; i++)
        if (str_starts(w->flags.at[i], "-x") || !strcmp(w->flags.at[i], "--x"))
            return true;
    return false;
}

bool sim_files_fit(App *a, const SimWords *w, Err *err) {
    Arena *m = &a->arena;
    if (!w->build && w->files.n == 0) {
        err_set(err, ERR_USAGE, "which file?");
        return err_hint(err, "kata sim FILE.cu [-- the program's arguments]");
    }
    if (w->build && w->files.n + w->flags.n > 0) {
        err_set(err, ERR_USAGE, "--build takes no files and no flags");
        return err_hint(err, "kata sim --build 'make' -- ./program arguments");
    }
    for (int i = 0; i < w->files.n; i++) {
        const char *file = w->files.at[i];
        if (path_is_dir(file)) return refuse_folder(m, file, err);
        if (!path_is_file(file)) return refuse_missing(a, file, err);
        if (!has_known_end(file) && !language_is_told(w))
            return refuse_kind(m, file, err);
    }
    return true;
}
