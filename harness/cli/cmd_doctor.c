// kata doctor: what this machine has, what follows from it, what to do.
//
// A missing GPU is no illness: everything can be learnt on the simulated
// device, and doctor says so.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/answers.h"
#include "build/library.h"
#include "build/toolkit.h"
#include "gate/machine/conditions.h"
#include "gate/tools/callgrind.h"
#include "report/report.h"
#include "run/nvml.h"
#include "run/run.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>

enum { MOST = 24 };

typedef struct Doctor {
    App *a;
    Symptom rows[MOST];
    int n;
} Doctor;

static void add_symptom(Doctor *d, const char *name, Health h,
                        const char *state, const char *meaning,
                        const char *todo) {
    if (d->n < MOST) d->rows[d->n++] = (Symptom){name, h, state, meaning, todo};
}

#define TEXT(...) arena_fmt(&d->a->arena, __VA_ARGS__)

static void look_at_gpu(Doctor *d, GpuState *gpu) {
    nvml_probe(gpu);
    if (gpu->present) {
        add_symptom(d, "GPU", HEALTH_OK,
                    TEXT("%s, sm_%d, %.0f GiB (%.0f GiB free), driver %s",
                         gpu->name, gpu->cc, gpu->memory_bytes / (1 << 30),
                         gpu->memory_free_bytes / (1 << 30), gpu->driver),
                    NULL, NULL);
        // The remarks that a measurement made now would get.
        Conditions now = {.known = true, .before = *gpu};
        SampleState none = {0};
        conditions_judge(&d->a->arena, &now, &none);
        for (int i = 0; i < now.nremarks; i++)
            add_symptom(d, "measuring", HEALTH_WARN, now.remark[i],
                        "kata says so beside every time it measures", NULL);
        return;
    }
    bool device = path_exists("/dev/nvidia0") || path_exists("/dev/nvidiactl");
    add_symptom(
        d, "GPU", HEALTH_WARN,
        device ? TEXT("/dev/nvidia* is there, but: %s", gpu->why)
               : TEXT("none: %s", gpu->why),
        "kata check runs on the simulated device; times are modelled",
        device ? "install the driver's user-space part (libnvidia-ml.so.1), of "
                 "the same version as the kernel module"
               : NULL);
}

// Reads "Name: 1" from the driver's parameters; -1 if it is not there.
static int driver_param(const char *name) {
    Buf text = {0};
    Err ignored = {0};
    int value = -1;
    if (file_read("/proc/driver/nvidia/params", &text, &ignored)) {
        const char *at = strstr(buf_text(&text), name);
        if (at && (at = strchr(at, ':'))) value = atoi(at + 1);
    }
    buf_free(&text);
    err_clear(&ignored);
    return value;
}

static void look_at_profiler(Doctor *d, const GpuState *gpu) {
    if (!gpu->present) return;
    int admin = driver_param("RmProfilingAdminOnly");
    if (admin < 0)
        add_symptom(d, "profiler", HEALTH_WARN, "permission unknown",
                    "ncu may refuse its counters; kata's own do not need it",
                    NULL);
    else if (admin)
        add_symptom(
            d, "profiler", HEALTH_WARN, "counters are for root only",
            "ncu says ERR_NVGPUCTRPERM; kata's own counters do not need it",
            "options nvidia NVreg_RestrictProfilingToAdminUsers=0 in "
            "/etc/modprobe.d, then reload the driver");
    else
        add_symptom(d, "profiler", HEALTH_OK, "counters are open to everybody",
                    NULL, NULL);
}

// The first line of `program --version`.
static const char *version_of(App *a, const char *program) {
    const char *const argv[] = {program, "--version", NULL};
    Proc p = {0};
    Err ignored = {0};
    const char *line = NULL;
    if (proc_run(argv, NULL, &p, &ignored) && p.status == 0)
        line = arena_strn(&a->arena, buf_text(&p.out),
                          strcspn(buf_text(&p.out), "\n"));
    proc_free(&p);
    err_clear(&ignored);
    return line;
}

static void look_at_toolkit(Doctor *d) {
    Toolkit tk = {0};
    Err err = {0};
    answers_forget(d->a->build);
    if (!toolkit_find(&d->a->arena, d->a->build, &tk, &err)) {
        add_symptom(d, "CUDA toolkit", HEALTH_BAD, TEXT("%s", err.msg),
                    "nothing can be compiled, so nothing can be checked",
                    err.hint[0] ? TEXT("%s", err.hint) : "make setup");
        err_clear(&err);
        return;
    }
    add_symptom(d, "CUDA toolkit", HEALTH_OK,
                TEXT("%s (%s), %s", tk.version, tk.origin, tk.nvcc), NULL,
                NULL);
    if (!tk.libdir)
        add_symptom(d, "CUDA runtime", HEALTH_WARN,
                    "libcudart_static.a is not there",
                    "only the simulated device can be used", "make setup");
    const char *cxx = tk.cxx ? version_of(d->a, tk.cxx) : NULL;
    if (cxx && tk.cxx_too_new)
        add_symptom(d, "host compiler", HEALTH_WARN, cxx,
                    "newer than this nvcc accepts; mostly it works",
                    "if a C++ header does not compile, install an older g++");
    else if (cxx)
        add_symptom(d, "host compiler", HEALTH_OK, cxx, NULL, NULL);
    else
        add_symptom(
            d, "host compiler", HEALTH_BAD,
            TEXT("%s does not run", tk.cxx ? tk.cxx : "no C++ compiler"),
            "nvcc needs it", "install g++ (apt-get install g++)");
}

// Packages of Python beside Triton's.
typedef struct Package {
    const char *name;
    bool (*find)(Arena *a, const char *build, Toolkit *tk, Err *err);
    const char *lost, *cure; // without it
} Package;

static const Package packages[] = {
    {"NumPy", toolkit_find_numpy, "exercises of kind python cannot be checked",
     "make numpy (17 MB to fetch)"},
    {"PyTorch", toolkit_find_torch, "exercises with PyTorch cannot be checked",
     "make torch (210 MB to fetch, 0.9 GB on the disk)"},
    {"Numba", toolkit_find_numba, "exercises with Numba cannot be checked",
     "make numba (64 MB to fetch, 0.2 GB on the disk)"},
};

static void look_at_python(Doctor *d) {
    Toolkit tk = {0};
    Err err = {0};
    if (toolkit_find_python(&d->a->arena, d->a->build, NULL, &tk, &err))
        add_symptom(d, "Triton", HEALTH_OK,
                    TEXT("%s, %s", tk.triton, tk.python), NULL, NULL);
    else
        add_symptom(d, "Triton", HEALTH_WARN, "not here",
                    "exercises of kind triton cannot be checked",
                    "make python (190 MB to fetch, 0.7 GB on the disk)");
    err_clear(&err);
    for (size_t i = 0; i < COUNT_OF(packages); i++) {
        const Package *p = &packages[i];
        if (p->find(&d->a->arena, d->a->build, &tk, &err))
            add_symptom(d, p->name, HEALTH_OK,
                        TEXT("%s, %s", tk.numpy, tk.numpy_python), NULL, NULL);
        else
            add_symptom(d, p->name, HEALTH_WARN, "not here", p->lost, p->cure);
        err_clear(&err);
    }
}

static void look_at_headers(Doctor *d) {
    Err err = {0};
    const char *at = cutlass_find(&d->a->arena, d->a->build, &err);
    if (at)
        add_symptom(d, "CUTLASS", HEALTH_OK, at, NULL, NULL);
    else
        add_symptom(d, "CUTLASS", HEALTH_WARN, "not here",
                    "exercises with CUTLASS or CuTe cannot be checked",
                    "make cutlass (7 MB to fetch, 27 MB on the disk)");
    err_clear(&err);
}

// Without a GPU kata's own takes its place, and nobody misses it.
static void look_at_cudnn(Doctor *d, const GpuState *gpu) {
    Toolkit tk = {0};
    Err err = {0};
    if (toolkit_find(&d->a->arena, d->a->build, &tk, &err)) {
        const char *at = library_file(&d->a->arena, &tk, "cudnn");
        if (at)
            add_symptom(d, "cuDNN", HEALTH_OK, at, NULL, NULL);
        else if (gpu->present)
            add_symptom(d, "cuDNN", HEALTH_WARN, "not here",
                        "exercises with it are checked on the simulated device "
                        "alone",
                        TEXT("pip install nvidia-cudnn-cu%d (520 MB), for the "
                             "Python that KATA_PYTHON names",
                             tk.major));
    }
    err_clear(&err);
}

static void look_at_counts(Doctor *d) {
    if (callgrind_present())
        add_symptom(d, "exact counts", HEALTH_OK, "valgrind's callgrind", NULL,
                    NULL);
    else
        add_symptom(
            d, "exact counts", HEALTH_WARN, "valgrind is missing",
            "exercises in C whose instructions or cache misses count cannot "
            "be passed",
            "install valgrind (apt-get install valgrind)");
}

static void look_at_parts(Doctor *d) {
    const char *lib = path_join(&d->a->arena, d->a->build, "lib");
    static const char *const parts[] = {"runner.o", "libkatasim.a"};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (!path_exists(path_join(&d->a->arena, lib, parts[i]))) {
            add_symptom(d, "kata's parts", HEALTH_BAD,
                        TEXT("%s/%s is missing", lib, parts[i]),
                        "exercises cannot be linked", "make");
            return;
        }
    add_symptom(d, "kata's parts", HEALTH_OK, lib, NULL, NULL);
}

static void look_at_sandbox(Doctor *d) {
    SandboxInfo s = run_sandbox_info();
    struct utsname u;
    uname(&u);
    bool all = s.landlock_abi > 0 && s.seccomp;
    const char *user = !s.is_root    ? "as you"
                       : s.to_nobody ? "as nobody, although kata runs as root"
                                     : "as root, without root's rights";
    add_symptom(
        d, "sandbox", all ? HEALTH_OK : HEALTH_WARN,
        TEXT("your files are compiled and run %s; files: %s, calls: "
             "%s (Linux %s)",
             user,
             s.landlock_abi > 0 ? TEXT("Landlock ABI %d", s.landlock_abi)
                                : "no protection",
             s.seccomp ? "seccomp" : "no protection", u.release),
        all ? NULL
            : "they are compiled and run with the rest of the "
              "sandbox: limits, a process group of their own, a time "
              "limit",
        all ? NULL : "a newer kernel (5.13 or later, with Landlock enabled)");
    if (s.is_root && !s.to_nobody)
        add_symptom(d, "root", HEALTH_WARN,
                    "kata runs as root and cannot change to another user here",
                    "the number of threads of a submission has no limit",
                    "run kata as a user, or allow it CAP_SETUID, CAP_SETGID, "
                    "CAP_CHOWN, CAP_KILL and CAP_SYS_PTRACE");
}

static void look_at_disk(Doctor *d, const char *name, const char *path) {
    struct statvfs st;
    const char *dir = path;
    while (statvfs(dir, &st) != 0 && strcmp(dir, "/") && strcmp(dir, "."))
        dir = path_dir(&d->a->arena, dir);
    double mib = (double)st.f_bavail * (double)st.f_frsize / (1 << 20);
    Health h = mib < 50 ? HEALTH_BAD : mib < 500 ? HEALTH_WARN : HEALTH_OK;
    add_symptom(d, name, h,
                mib < 10240 ? TEXT("%.0f MiB free in %s", mib, dir)
                            : TEXT("%.0f GiB free in %s", mib / 1024, dir),
                h == HEALTH_OK ? NULL : "builds and the record need room",
                h == HEALTH_OK ? NULL : "rm -rf .build/cache is always safe");
}

static void look_at_build(Doctor *d) {
    Err err = {0};
    if (app_may_build(d->a, &err))
        look_at_disk(d, "disk", d->a->build);
    else
        add_symptom(d, "disk", HEALTH_BAD, TEXT("%s", err.msg),
                    "nothing can be compiled, and so nothing checked",
                    TEXT("%s", err.hint));
    err_clear(&err);
}

// Rows that have changed since kata wrote them, in a database that is sound.
// Returns whether there are none.
static bool look_at_sums(Doctor *d) {
    StoreFaults f;
    Err ignored = {0};
    char day[DAY_TEXT];
    int n;
    int64_t latest;
    if (!store_verify(d->a->store, &f, &ignored)) {
        add_symptom(d, "checksums", HEALTH_BAD, TEXT("%s", ignored.msg),
                    "something other than kata changed the record's tables",
                    TEXT("compare with the backups: ls %s.bak*", d->a->db));
        err_clear(&ignored);
        return false;
    }
    if (f.attempts || f.sources)
        add_symptom(
            d, "checksums", HEALTH_BAD,
            f.attempts
                ? TEXT("%d attempt%s changed after being recorded, "
                       "the first is number %lld",
                       f.attempts, f.attempts == 1 ? " was" : "s were",
                       (long long)f.first)
                : TEXT("%d of your recorded files cannot be read", f.sources),
            "the disk has damaged the record, or something other than kata "
            "wrote to it",
            TEXT("compare with the backups: ls %s.bak*", d->a->db));
    if (f.unsealed)
        add_symptom(d, "checksums", HEALTH_BAD,
                    TEXT("%d attempt%s no checksum of kata's, the first is "
                         "number %lld",
                         f.unsealed, f.unsealed == 1 ? " has" : "s have",
                         (long long)f.first_unsealed),
                    "something other than kata wrote to the record",
                    TEXT("compare with the backups: ls %s.bak*", d->a->db));
    if (store_future(d->a->store, &n, &latest, &ignored) && n)
        add_symptom(d, "clock", HEALTH_WARN,
                    TEXT("%d attempt%s from the future, up to %s", n,
                         n == 1 ? " is" : "s are",
                         day_text(day_at(latest), day)),
                    "the clock was wrong then, or KATA_NOW was set",
                    "nothing: they count, and their dates stay as they are");
    err_clear(&ignored);
    return !f.attempts && !f.sources && !f.unsealed;
}

static void look_at_record(Doctor *d) {
    Err err = {0};
    App *a = d->a;
    if (!a->store && !app_open_store(a, false, &err)) {
        add_symptom(d, "record", HEALTH_BAD, TEXT("%s", err.msg),
                    "attempts cannot be recorded", TEXT("%s", err.hint));
        err_clear(&err);
        return;
    }
    sqlite3_stmt *st = NULL;
    int attempts = 0;
    const char *sound = "not readable";
    if (sqlite3_prepare_v2(store_db(a->store),
                           "SELECT (SELECT count(*) FROM attempt),"
                           " (SELECT * FROM pragma_integrity_check(1))",
                           -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW) {
        attempts = sqlite3_column_int(st, 0);
        sound = TEXT("%s", (const char *)sqlite3_column_text(st, 1));
    }
    sqlite3_finalize(st);
    bool ok = !strcmp(sound, "ok");
    const char *state = !ok ? sound : look_at_sums(d) ? "sound" : "readable";
    add_symptom(d, "record", ok ? HEALTH_OK : HEALTH_BAD,
                TEXT("%s, %d attempt%s, %s", a->db, attempts,
                     attempts == 1 ? "" : "s", state),
                ok ? NULL : "the database is damaged",
                ok ? NULL
                   : TEXT("mv %s %s.damaged; cp %s.bak %s", a->db, a->db, a->db,
                          a->db));
}

static void look_at_plan(Doctor *d) {
    Plan again = {0};
    Err err = {0};
    bool ok = plan_load(&again, d->a->root, &err);
    add_symptom(
        d, "curriculum", ok ? HEALTH_OK : HEALTH_WARN,
        TEXT("%s: exercises %d, tracks %d%s", d->a->root, again.nexercises,
             again.ntracks, ok ? "" : TEXT(", %d errors", err_count(&err))),
        ok ? NULL : "what is broken is left out", ok ? NULL : "kata lint");
    err_clear(&err);
    plan_free(&again);
}

static bool doctor_run(App *a, int argc, char **argv, int *status, Err *err) {
    const Opt opts[] = {{0}};
    Doctor d = {.a = a};
    GpuState gpu = {0};
    int n;
    if (!opts_take(&cmd_doctor, argc, argv, opts, NULL, 0, &n, err))
        return false;
    look_at_gpu(&d, &gpu);
    look_at_profiler(&d, &gpu);
    look_at_toolkit(&d);
    look_at_python(&d);
    look_at_headers(&d);
    look_at_cudnn(&d, &gpu);
    look_at_counts(&d);
    look_at_parts(&d);
    look_at_sandbox(&d);
    look_at_build(&d);
    look_at_record(&d);
    look_at_plan(&d);

    for (int i = 0; i < d.n; i++)
        if (d.rows[i].health == HEALTH_BAD) *status = err_exit_status(ERR_ENV);
    Buf out = {0};
    if (a->json) {
        report_doctor_json(d.rows, d.n, &out);
    } else {
        report_doctor(&a->term, d.rows, d.n, &out);
        buf_fmt(&out, "\n%s\n",
                *status       ? "something is missing: see `do:` above"
                : gpu.present ? "ready"
                              : "ready, on the simulated device");
    }
    app_print(&out);
    return true;
}

const Cmd cmd_doctor = {
    .name = "doctor",
    .args = "",
    .help = "look at this machine: GPU, toolkit, sandbox, disk, record",
    .more = "Exit status 5 if something that is needed is missing.\n",
    .needs = 0,
    .reads = true,
    .completes = "",
    .run = doctor_run,
};
