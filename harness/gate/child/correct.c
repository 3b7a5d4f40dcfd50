// The order in which failures are told is the order in which they explain each
// other: a crash, a trap, a device error, a write past the end, a changed
// input, and only then a wrong number.
#include "gate/child/correct.h"

#include "base/str.h"
#include "gate/child/staging.h"
#include "gate/judge/compare.h"

#include <math.h>
#include <signal.h>
#include <string.h>

const char *correct_run_text(Arena *a, const RunResult *r, double seconds,
                             bool has_device) {
    switch (r->status) {
    case RUN_OK:
    case RUN_EXIT:
        return "The program ended by itself, before its work was done. Host "
               "code in a kernel file must return, never exit().";
    case RUN_SIGNAL:
        if (r->signal == SIGFPE)
            return arena_fmt(a,
                             "%s crashed: an integer was divided by 0. Which "
                             "number is 0 in this case?",
                             has_device ? "Host code" : "The program");
        if (r->signal == SIGABRT)
            return arena_fmt(a,
                             "%s stopped itself: abort(), an assertion, or the "
                             "C library, which found its heap damaged.",
                             has_device ? "Host code" : "The program");
        if (r->signal == SIGBUS)
            return arena_fmt(a,
                             "%s crashed: Bus error. Mapped memory was used "
                             "beyond the end of its file.",
                             has_device ? "Host code" : "The program");
        return arena_fmt(
            a, "%s crashed: %s. %s", has_device ? "Host code" : "The program",
            strsignal(r->signal),
            has_device ? "Look for a device pointer that is read or "
                         "written on the CPU."
                       : "Does an index leave its array at this size, or "
                         "is an array of fixed size too small or too "
                         "large for the stack?");
    case RUN_TIMEOUT:
        return arena_fmt(a,
                         "No answer within %g seconds: stopped. Is there a "
                         "loop that never ends, a thread that waits for one "
                         "that never comes, or far more work than the task "
                         "takes?",
                         seconds);
    case RUN_FORBIDDEN:
        return arena_fmt(a,
                         "The program tried what an exercise may not do: "
                         "%s. It was stopped.",
                         r->detail && *r->detail ? r->detail
                                                 : "a forbidden system call");
    case RUN_FLOOD:
        return "The program printed too much and was stopped. Take "
               "the printf out of the loop, or let one thread print.";
    case RUN_PROTOCOL:
        return "Records on kata's private channel came out of turn. Did a "
               "thread of the program go on after the function had returned? "
               "Join it before you return; and leave open files alone.";
    case RUN_SETUP: return "kata could not set up the sandbox.";
    }
    return "The program ended.";
}

static const char *run_kind(RunStatus s) {
    switch (s) {
    case RUN_TIMEOUT: return "timeout";
    case RUN_FORBIDDEN: return "forbidden";
    case RUN_FLOOD: return "flood";
    case RUN_OK:
    case RUN_EXIT: return "exit";
    case RUN_PROTOCOL: return "protocol";
    default: return "crash";
    }
}

// Traps that mean "it did not come to an end" rather than "it is wrong".
static bool trap_is_timeout(const TrapInfo *t) {
    return strcmp(t->kind, "endless-loop") == 0 ||
           strcmp(t->kind, "deadlock") == 0;
}

static bool is_ok(const char *status) {
    return *status == '\0' || strcmp(status, "ok") == 0;
}

// Returns the trap that says why host code crashed, if the simulated device
// knows.
static const TrapInfo *host_touch(const Session *s, const CallResult *call) {
    for (int i = s->ntraps - call->ntraps; i < s->ntraps; i++)
        if (strcmp(s->traps[i].kind, "host-touch") == 0) return &s->traps[i];
    return NULL;
}

static const char *script_ended(const Session *s) {
    const RunResult *r = &s->result;
    if (r->status == RUN_SIGNAL)
        return arena_fmt(s->arena,
                         "The interpreter crashed: %s. Look for ctypes, and "
                         "for an array whose memory is no longer there.",
                         strsignal(r->signal));
    if (r->status == RUN_OK || r->status == RUN_EXIT)
        return "The interpreter ended before its work was done. A function "
               "returns its result; it does not exit.";
    if (r->status == RUN_FLOOD)
        return "The program printed too much and was stopped. Take "
               "the print out of the loop.";
    return correct_run_text(s->arena, r, s->run_seconds, !s->backend->is_c);
}

// A fault that the simulated device did not explain is no device pointer.
static const char *ended_text(const Session *s) {
    const RunResult *r = &s->result;
    const char *refused = session_refusal(s);
    if (refused) return refused;
    const char *lost = session_error(s);
    if (lost)
        return arena_fmt(s->arena,
                         "The device was lost between two calls, %s. A kernel "
                         "of a call before has caused it: does it leave its "
                         "arrays, or use what is not initialised?",
                         lost);
    if (s->backend->is_script) return script_ended(s);
    if (s->backend->reports_itself && r->status == RUN_SIGNAL &&
        r->signal == SIGSEGV)
        return "Host code crashed: Segmentation fault. Look for a null pointer "
               "or an index past the end of an array, on the CPU.";
    return correct_run_text(s->arena, r, s->run_seconds, !s->backend->is_c);
}

// A program that returned while a device was still working. Asking a real
// device whether it has ended takes up to 50 us on an H200 that several
// programs use; the simulated device, which looks at the same cases, is exact.
static bool is_left_running(const Session *s, const CallResult *call) {
    double slack_us = s->backend->has_driver ? 500 : 2;
    return s->program && call->wall_us - call->us > slack_us;
}

// Kernels go on in a stream of their own, which the call's own one does not
// wait for. On a GPU, where this cannot be told of a short call, the timed case
// is asked (measure/timed.c).
static bool outlasts_clock(const Session *s, const CallResult *call) {
    if (s->program || !s->backend->is_modelled || s->backend->is_script)
        return false;
    return correct_outlasts(s, call);
}

bool correct_outlasts(const Session *s, const CallResult *call) {
    double least = s->backend->tail_us;
    return call->wall_us - call->us > max_of(least, 0.1 * call->us);
}

const char *correct_tell_escape(Arena *a, const CallResult *call) {
    return arena_fmt(a,
                     "The device worked on for %.3g us after the call's own "
                     "stream had ended: launch on the default stream, where "
                     "the clock is.",
                     call->wall_us - call->us);
}

// The trap that says most. Unwritten memory is read for many reasons,
// and another trap of the same call is one.
static const TrapInfo *main_trap(const Session *s, const CallResult *call) {
    const TrapInfo *first = &s->traps[s->ntraps - call->ntraps];
    for (int i = 0; i < call->ntraps; i++)
        if (!str_starts(first[i].kind, "uninitialised")) return &first[i];
    return first;
}

#define LAUNCH_LIMITS                                                          \
    "check the grid and block sizes: a block has at most 1024 threads, and a " \
    "grid at least one block, and at most 65535 in y and z."

// "cudaMemcpy in wrong.cu:12", as the program wrote it; "the launch in
// wrong.cu:12"; NULL: not known.
static const char *failed_call(Arena *a, const CallResult *call) {
    const char *name = call->failed + strspn(call->failed, "_");
    size_t n = strlen(name);
    static const char *const endings[] = {"_ptsz", "_ptds", "_v2", "_v3"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const char *at = strstr(name, endings[i]);
        if (at && (size_t)(at - name) < n) n = (size_t)(at - name);
    }
    if (!n || !call->failed_line) return NULL;
    const char *slash = strrchr(call->failed_file, '/');
    const char *file = slash ? slash + 1 : call->failed_file;
    if (strstr(call->failed_file, "harness/")) return NULL;
    if (str_starts(name, "cudaLaunchKernel"))
        return arena_fmt(a, "the launch in %s:%d", file, call->failed_line);
    return arena_fmt(a, "%.*s in %s:%d", (int)n, name, file, call->failed_line);
}

// The sentence about an error that the function's calls have left, which is
// shown as "NAME (meaning)". A launch leaves some alone; since CUDA 13 it
// leaves InvalidValue too, as any other call may.
static const char *left_error(Arena *a, const CallResult *call,
                              const char *error) {
    static const char *const of_launches[] = {
        "InvalidConfiguration", "LaunchOutOfResources", "InvalidDeviceFunction",
        "NoKernelImage", "InvalidPtx"};
    const char *from = failed_call(a, call);
    const char *of = from ? arena_fmt(a, ", from %s", from) : "";
    for (size_t n = 0; n < COUNT_OF(of_launches); n++)
        if (strstr(call->launch, of_launches[n]))
            return arena_fmt(a,
                             "A kernel did not start: %s%s. To find "
                             "why, " LAUNCH_LIMITS,
                             error, of);
    if (from && !str_starts(from, "the launch"))
        return arena_fmt(a,
                         "A call of CUDA failed: %s%s. Look at its arguments.",
                         error, of);
    if (strstr(call->launch, "InvalidValue"))
        return arena_fmt(
            a,
            from ? "A kernel did not start: %s%s. To find why, " LAUNCH_LIMITS
                 : "A call of CUDA failed: %s%s. If it is a "
                   "launch, " LAUNCH_LIMITS,
            error, of);
    return arena_fmt(a,
                     "A call of CUDA failed: %s%s. Look at what each call "
                     "returns.",
                     error, of);
}

CaseResult correct_call(Session *s, const CaseData *c, const CallResult *call) {
    CaseResult r = {.name = c->name,
                    .seed = c->seed,
                    .verdict = VERDICT_PASS,
                    .why = "",
                    .kind = ""};
    if (!call->alive) {
        const TrapInfo *t = host_touch(s, call);
        r.verdict = VERDICT_CRASH;
        r.kind = t                  ? "trap"
                 : session_error(s) ? "crash"
                                    : run_kind(s->result.status);
        r.why = t ? t->message : ended_text(s);
        return r;
    }
    if (call->ntraps > 0) {
        const TrapInfo *t = main_trap(s, call);
        bool stopped = !is_ok(call->sync) || !is_ok(call->launch);
        r.verdict = stopped ? VERDICT_CRASH : VERDICT_FAIL;
        r.kind = trap_is_timeout(t) ? "timeout" : "trap";
        r.why = t->message;
        return r;
    }
    bool launch = !is_ok(call->launch);
    // An error that stays: a kernel before, and no launch is at fault.
    bool lost = launch && str_starts(call->launch, "cudaErrorIllegal");
    if (launch || !is_ok(call->sync)) {
        r.verdict = VERDICT_CRASH;
        r.kind = launch ? "launch" : "crash";
        const char *error =
            arena_fmt(s->arena, "%s (%s)", launch ? call->launch : call->sync,
                      call->message);
        r.why = launch && !lost
                    ? left_error(s->arena, call, error)
                    : arena_fmt(s->arena,
                                lost ? "The device was lost: %s. A kernel "
                                       "before has caused it: look at its "
                                       "indices and its pointers."
                                     : "The GPU stopped with an error: %s.",
                                error);
    } else if (is_left_running(s, call)) {
        r.verdict = VERDICT_FAIL;
        r.kind = "escaped";
        r.why = arena_fmt(s->arena,
                          "The function returned while the device still had "
                          "%.3g us of work to do: wait for it before you "
                          "return.",
                          call->wall_us - call->us);
    } else if (outlasts_clock(s, call)) {
        r.verdict = VERDICT_FAIL;
        r.kind = "escaped";
        r.why = correct_tell_escape(s->arena, call);
    }
    return r;
}

// The first guard byte that changed, as a distance: negative before the
// buffer, from 0 past its end. Returns false if none did.
static bool guard_broken(const unsigned char *image, size_t bytes,
                         unsigned char fill, int64_t *where) {
    const unsigned char *tail = image + GUARD_BYTES + bytes;
    for (int64_t i = GUARD_BYTES - 1; i >= 0; i--) {
        if (image[i] == fill) continue;
        *where = i - GUARD_BYTES;
        return true;
    }
    for (int64_t i = 0; i < GUARD_BYTES; i++) {
        if (tail[i] == fill) continue;
        *where = i;
        return true;
    }
    return false;
}

static bool check_guards(Session *s, const CaseData *c, CaseResult *r) {
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (!d->arg->is_pointer) continue;
        int64_t at;
        bool input = !d->arg->is_output && !d->arg->is_inout;
        if (!guard_broken(session_image(s, c, g), d->bytes,
                          input ? GUARD_INPUT : GUARD_OUTPUT, &at))
            continue;
        r->verdict = VERDICT_FAIL;
        r->kind = "guard";
        r->output = d->arg->name;
        r->why = arena_fmt(
            s->arena,
            at < 0 ? "Something was written %lld bytes before the beginning "
                     "of '%s'. An index has become negative."
                   : "Something was written %lld bytes past the end of '%s'. "
                     "Is there a bounds check for the last block?",
            (long long)(at < 0 ? -at : at), d->arg->name);
        return false;
    }
    return true;
}

// False with *same unset: the child ended.
static bool input_same(Session *s, const CaseData *c, int g, int set,
                       bool *same) {
    const ArgData *d = &c->args[g];
    if (s->prepared) return staging_unchanged(s, c, g, set, same);
    *same = memcmp(session_payload(s, c, g), d->in[set], d->bytes) == 0;
    return true;
}

static bool check_inputs(Session *s, const CaseData *c, int set,
                         CaseResult *r) {
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (!d->arg->is_pointer || d->arg->is_output || d->arg->is_inout)
            continue;
        bool same = false;
        if (!input_same(s, c, g, set, &same)) {
            r->verdict = VERDICT_NONE;
            return false;
        }
        if (same) continue;
        r->verdict = VERDICT_FAIL;
        r->kind = "input-changed";
        r->output = d->arg->name;
        r->why = arena_fmt(s->arena, "'%s' is an input, and the %s changed it.",
                           d->arg->name,
                           s->backend->is_script ? "function" : "kernel");
        return false;
    }
    return true;
}

static void describe_mismatch(Session *s, CaseResult *r) {
    r->verdict = VERDICT_FAIL;
    r->kind = "mismatch";
    r->why = compare_says(s->arena, r);
}

CaseResult correct_after(Session *s, const CaseData *c, int set, bool sampled) {
    CaseResult r = {.name = c->name,
                    .seed = c->seed,
                    .verdict = VERDICT_PASS,
                    .why = "",
                    .kind = ""};
    if (check_guards(s, c, &r) && check_inputs(s, c, set, &r) && !sampled)
        return correct_outputs(s, c, set);
    return r;
}

// Names one more wrong output beside the one that is shown.
static void add_output(Session *s, CaseResult *shown, const CaseResult *more) {
    shown->also =
        arena_fmt(s->arena, "%s%s`%s` (%lld of %lld)",
                  shown->also ? shown->also : "", shown->also ? ", " : "",
                  more->output, (long long)more->wrong, (long long)more->total);
}

// Shows the smallest of the wrong outputs: a sum or a mean of a row comes first
// in the kernel, and what is computed from it comes after. Hidden tests have
// the outputs in the order in which they should be looked at.
static void merge_wrong(Session *s, CaseResult *shown, CaseResult *one) {
    if (!shown->output) {
        *shown = *one;
        return;
    }
    bool in_order = s->program || s->tested;
    if (in_order || one->total >= shown->total) {
        add_output(s, shown, one);
        return;
    }
    one->also = shown->also;
    add_output(s, one, shown);
    *shown = *one;
}

CaseResult correct_outputs(Session *s, const CaseData *c, int set) {
    const CaseResult right = {.name = c->name,
                              .seed = c->seed,
                              .verdict = VERDICT_PASS,
                              .why = "",
                              .kind = ""};
    CaseResult r = right;
    double spent = 0;
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        CaseResult one = right;
        if (!d->arg->is_output && !d->arg->is_inout) continue;
        if (!compare_output(s->arena, c, set, g, session_payload(s, c, g),
                            &one))
            merge_wrong(s, &r, &one);
        spent = fmax(spent, one.spent);
    }
    r.spent = spent;
    if (r.output) describe_mismatch(s, &r);
    return r;
}
