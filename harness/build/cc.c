// Command lines for exercises of kind c; see cc.h.
//
// An exercise adds flags of its own (`flags:`). Those for instructions (-mavx2)
// are for x86-64 and are left out elsewhere, where they would be errors.
#include "build/cc.h"

#include "base/path.h"
#include "base/str.h"
#include "build/sources.h"

#include <string.h>

// Out-of-bounds and undefined behaviour end the program, with file and line.
static const char *const checked_flags[] = {"-fsanitize=address,undefined",
                                            "-fno-sanitize-recover=all",
                                            "-fno-omit-frame-pointer"};

static bool is_for_x86(const char *flag) {
    return str_starts(flag, "-m");
}

static bool is_link_flag(const char *flag) {
    return str_starts(flag, "-l") || str_starts(flag, "-L") ||
           str_starts(flag, "-Wl,");
}

static void add_own(const BuildJob *job, bool linking, Args *out) {
#ifdef __x86_64__
    const bool x86 = true;
#else
    const bool x86 = false;
#endif
    bool threads = false;
    for (const char *const *f = job->flags; f && *f; f++) {
        bool both = strcmp(*f, "-fopenmp") == 0;
        threads |= both;
        if (is_for_x86(*f) && !x86) continue;
        if (both || is_link_flag(*f) == linking) args_add(out, *f);
    }
    for (size_t i = 0; job->checked && i < COUNT_OF(checked_flags); i++)
        args_add(out, checked_flags[i]);
    // Then the data that threads share stays in memory, and not in a register
    // for a whole loop, where a race would seldom show.
    if (job->checked && threads && !linking) args_add(out, "-O0");
}

void cc_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                const BuildJob *job, const char *object, Args *out) {
    (void)where;
    // The place where the linker puts a loop is to have no say in its time: the
    // same product of matrices took 2350 us at a multiple of 64 bytes and 1400
    // at three other places (AMD EPYC, gcc 12), and 1400 with these everywhere.
    static const char *const usual[] = {"-c",
                                        "-std=gnu17",
                                        "-O2",
                                        "-g",
                                        "-falign-functions=64",
                                        "-falign-loops=64",
                                        "-Wall",
                                        "-Wextra"};
    args_add(out, tk->cc);
    for (size_t i = 0; i < COUNT_OF(usual); i++)
        args_add(out, usual[i]);
    args_add(out, arena_fmt(a, "-I%s",
                            source_argument(a, path_dir(a, job->source))));
    add_own(job, false, out);
    args_add(out, source_argument(a, job->source));
    args_add(out, "-o");
    args_add(out, object);
}

void cc_shim(const Toolkit *tk, const char *source, const char *object,
             Args *out) {
    const char *const line[] = {tk->cc, "-std=gnu17", "-O1",
                                // Its other needs are not the entry.
                                "-fno-stack-protector", "-c", source, "-o",
                                object};
    for (size_t i = 0; i < COUNT_OF(line); i++)
        args_add(out, line[i]);
}

void cc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
             const BuildJob *job, const char *dir, Args *out) {
    args_add(out, tk->cc);
    args_add(out, "-o");
    args_add(out, path_join(a, dir, "program"));
    args_add(out, "-Wl,-z,relro,-z,now"); // the runner's guard.c counts on it
    // First, so that its constructor runs before any of the learner's.
    args_add(out, path_join(a, where->lib, "runner.o"));
    args_add(out, path_join(a, where->lib, "cpu_device.o"));
    args_add(out, path_join(a, dir, "shim.o"));
    if (job->tests) args_add(out, path_join(a, dir, "tests.o"));
    args_add(out, path_join(a, dir, "learner.o"));
    add_own(job, true, out);
    args_add(out, "-lpthread");
    args_add(out, "-lm");
    args_add(out, "-ldl");
}
