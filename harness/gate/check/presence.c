// Did kernels compute the result? A right one can come from the host, from
// memory, or from a kernel that is launched for show.
#include "gate/check/stages.h"

#include <string.h>

// A right result that no kernel has computed came from the CPU, or from memory.
// A kernel that is only launched for show touches a fraction of the bytes.
static bool not_by_kernels(Check *k, const char *why) {
    const char *shape = k->run.time.shape;
    check_add_case(k, (CaseResult){.name = shape ? shape : "the counted case",
                                   .seed = k->res->seed,
                                   .timed = true,
                                   .verdict = VERDICT_FAIL,
                                   .kind = "no-kernel",
                                   .why = why});
    return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
}

// Bytes of a case in device memory. True: all buffers are there, but for facts.
static bool device_bytes(const CaseData *c, double *in, double *out) {
    bool all = true;
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (!d->arg->is_pointer || d->arg->nfacts) continue;
        all &= strcmp(d->arg->memory, "device") == 0;
        if (d->arg->is_output || d->arg->is_inout) *out += (double)d->bytes;
        if (!d->arg->is_output) *in += (double)d->bytes;
    }
    return all;
}

// An output in the host's memory has come from a device, or the host made it.
static const char *host_made_it(Check *k, const Counts *c) {
    enum { OUTPUT_LEAST = 4096 };
    const double HALF = 0.5;
    double out = 0;
    for (int g = 0; g < k->timed.nargs; g++) {
        const ArgData *d = &k->timed.args[g];
        bool in_host = !strcmp(d->arg->memory, "host") ||
                       !strcmp(d->arg->memory, "pinned");
        if (d->arg->is_pointer && d->arg->is_output && !d->arg->nfacts &&
            in_host)
            out += (double)d->bytes;
    }
    if (out < OUTPUT_LEAST || c->host_got >= HALF * out) return NULL;
    return arena_fmt(k->a,
                     "The result is right, but %.3g MB came from the device, "
                     "and the output has %.3g MB: the rest was computed on "
                     "the host. Let the kernels do it.",
                     c->host_got / 1e6, out / 1e6);
}

// An output that devices have made, but for an eighth at most. What the host
// sends to a device as it is, and the device as an output, may be half of it.
static const char *host_wrote_it(Check *k, double host_made,
                                 double host_given) {
    const double EIGHTH = 0.125, HALF = 0.5, MILLION = 1e6;
    double made = host_made / MILLION, given = host_given / MILLION;
    // Python puts what it returns into the outputs.
    if (k->res->backend->is_script) return NULL;
    if (made > EIGHTH)
        return arena_fmt(k->a,
                         "The result is right, but the host wrote %.0f %% of "
                         "an output itself: no kernel and no copy from a "
                         "device has put these values there. Let the kernels "
                         "compute them.",
                         100 * made);
    if (given > HALF)
        return arena_fmt(k->a,
                         "The result is right, but %.0f %% of an output are "
                         "values that the host sent to the device just so: "
                         "the host computed them. Let the kernels do it.",
                         100 * given);
    return NULL;
}

enum { INPUT_LEAST = 4096 };

static const char *size_text(Arena *a, double bytes) {
    return bytes < 1e5 ? arena_fmt(a, "%.0f bytes", bytes)
                       : arena_fmt(a, "%.3g MB", bytes / 1e6);
}

// The host took the input of a call and gave its output. A few numbers may have
// gone as arguments of a kernel, which are not counted: then nothing needs the
// input on the host, unless it computes them.
static const char *host_between(Arena *a, double in, double out, double got,
                                double gave) {
    enum { AS_ARGUMENTS = 1024 }; // bytes
    const double HALF = 0.5;
    if (in < INPUT_LEAST || out <= 0 || got < HALF * in) return NULL;
    if (out <= AS_ARGUMENTS && gave < HALF * out)
        return arena_fmt(
            a,
            "The result is right, but the host took %s from the device in the "
            "call, of %s of input. The kernels are to compute it: leave the "
            "data on the device.",
            size_text(a, got), size_text(a, in));
    if (gave < HALF * out) return NULL;
    return arena_fmt(
        a,
        "The result is right, but the host took %s from the device in the "
        "call, of %s of input, and gave it %s, of %s of output. The kernels "
        "are to compute it: leave the data on the device.",
        size_text(a, got), size_text(a, in), size_text(a, gave),
        size_text(a, out));
}

const char *presence_of_call(Check *k, const CaseData *c,
                             const CallResult *call) {
    double in = 0, out = 0;
    if (k->ex->host) return NULL;
    const char *why = host_wrote_it(k, call->host_made, call->host_given);
    if (why || !device_bytes(c, &in, &out)) return why;
    return host_between(k->a, in, out, call->host_got, call->host_gave);
}

// The kernels were there, but the host took the input and gave the output; or,
// without an input to take, they did far less than the shipped solution's.
static const char *host_did_it(Check *k, const Counts *c) {
    const double TENTH = 0.1;
    double in = 0, out = 0;
    if (k->ex->host) return NULL;
    const char *why = host_wrote_it(k, c->host_made, c->host_given);
    if (why) return why;
    if (!device_bytes(&k->timed, &in, &out)) return host_made_it(k, c);
    if (out <= 0) return NULL;
    why = host_between(k->a, in, out, c->host_got, c->host_gave);
    if (why) return why;
    const Measured *ours = &k->solution.run;
    if (in < INPUT_LEAST && k->solution.wanted && ours->ok &&
        c->thread_insts < TENTH * ours->counts.thread_insts)
        return arena_fmt(k->a,
                         "The result is right, but the kernels executed %.3g "
                         "thousand instructions; the work takes the shipped "
                         "solution's %.3g thousand. They are to compute it.",
                         c->thread_insts / 1e3,
                         ours->counts.thread_insts / 1e3);
    return NULL;
}

bool stage_presence(Check *k, Err *err) {
    (void)err;
    const Measured *m = k->simulated.wanted ? &k->simulated.run : &k->run;
    const Counts *c = k->counts;
    if (!c) return true;
    double moved = max_of(32 * max_of(c->gmem_sectors, c->l2_sectors),
                          c->dram_read + c->dram_write);
    moved = max_of(moved, c->link_bytes + c->peer_bytes); // of a program
    // A program that is counted apart has no time there.
    bool apart = k->res->backend->is_counted_apart;
    double least = apart ? k->counted.least : m->work.least;
    if (c->launches > 0 && moved >= 0.5 * least) {
        const char *why =
            k->res->backend->reports_itself ? host_did_it(k, c) : NULL;
        return why ? not_by_kernels(k, why) : true;
    }
    check_add_case(
        k,
        (CaseResult){
            .name = apart ? "the counted case" : m->time.shape,
            .seed = k->res->seed,
            .timed = true,
            .verdict = VERDICT_FAIL,
            .kind = "no-kernel",
            .why =
                c->launches > 0
                    ? arena_fmt(k->a,
                                "The result is right, but the kernels touched "
                                "%.3g MB, and its arrays have %.3g MB: who "
                                "computed it?",
                                moved / 1e6, least / 1e6)
                    : "The result is right, but no kernel was launched to "
                      "compute it.",
        });
    return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
}
