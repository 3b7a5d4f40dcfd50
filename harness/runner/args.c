// The entry's arguments: read, laid out on the device, filled, fetched.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of libkatasim; NULL on a GPU.
#pragma weak sim_forget
#pragma weak sim_lend

// Of inputs: NaNs, so that a sum that reads past the end shows it. Of outputs:
// something else, so that copying the one into the other shows as well.
enum { GUARD_INPUT = 0xFF, GUARD_OUTPUT = 0xA5 };

static int guard_byte(const Arg *g) {
    return g->role == ROLE_INPUT ? GUARD_INPUT : GUARD_OUTPUT;
}

// ---- reading

// The value of key= in a list of words, or NULL; ends at a space.
static const char *arg_word(const char *text, const char *key) {
    size_t n = strlen(key);
    for (const char *at = text; (at = strstr(at, key)); at += n)
        if ((at == text || at[-1] == ' ') && at[n] == '=') return at + n + 1;
    return NULL;
}

static size_t size_of(const char *text, const char *key) {
    const char *v = arg_word(text, key);
    return v ? strtoull(v, NULL, 10) : 0;
}

static bool in_shared(size_t at, size_t bytes) {
    return at <= shared_bytes && bytes <= shared_bytes - at;
}

// Reads the place of a buffer's input and output in the shared region. Buffers
// of do:prepare have none: they come and go in pieces.
static bool parse_places(Arg *g, const char *text) {
    const char *in = arg_word(text, "in");
    g->after = size_of(text, "after");
    if (!in || (*in == '-') != (g->role == ROLE_OUTPUT)) return false;
    g->in = strtoull(in, NULL, 10);
    return g->role == ROLE_OUTPUT || in_shared(g->in, g->bytes);
}

static Memory parse_memory(const char *text) {
    static const char *const names[] = {[MEMORY_DEVICE] = "device",
                                        [MEMORY_HOST] = "host",
                                        [MEMORY_PINNED] = "pinned",
                                        [MEMORY_MANAGED] = "managed"};
    const char *given = arg_word(text, "memory");
    for (int m = MEMORY_HOST; given && m <= MEMORY_MANAGED; m++)
        if (strncmp(given, names[m], strlen(names[m])) == 0) return (Memory)m;
    return MEMORY_DEVICE;
}

static bool parse_arg(Arg *g, const char *text, size_t guard, int sets) {
    snprintf(g->words, sizeof g->words, "%s", text);
    if (strncmp(text, "scalar ", 7) == 0) {
        const char *bits = arg_word(text, "bits");
        if (!bits) return false;
        unsigned long long v = strtoull(bits, NULL, 16);
        memcpy(g->bits, &v, sizeof g->bits); // little endian: any type fits
        g->role = ROLE_SCALAR;
        return true;
    }
    const char *role = arg_word(text, "role");
    if (strncmp(text, "buffer ", 7) != 0 || !role) return false;
    g->role = *role == 'o'                     ? ROLE_OUTPUT
              : strncmp(role, "inout", 5) == 0 ? ROLE_INOUT
                                               : ROLE_INPUT;
    g->memory = parse_memory(text);
    g->bytes = size_of(text, "bytes");
    g->guard = guard;
    g->nsets = g->role == ROLE_OUTPUT ? 0 : sets;
    return sets || parse_places(g, text);
}

const char *args_parse(Args *a, const Wire *request) {
    const char *text;
    size_t guard = (size_t)wire_int(request, "guard", 0);
    int sets = (int)wire_int(request, "sets", 0); // 0: do:run

    memset(a, 0, sizeof *a);
    if (sets < 0 || sets > SETS_MAX) return "too many sets";
    a->poison = (int)wire_int(request, "poison", 0xFF);
    a->host_clock = wire_int(request, "host_clock", 0) != 0;
    while ((text = wire_get(request, "arg", a->n))) {
        if (a->n == ARGS_MAX) return "too many arguments";
        Arg *g = &a->at[a->n];
        if (!parse_arg(g, text, guard, sets))
            return "an argument that makes no sense";
        a->pointer[a->n] = g->role == ROLE_SCALAR ? (void *)g->bits : &g->pay;
        a->n++;
    }
    return NULL;
}

// ---- in memory, of the device or the host

static bool is_on_host(const Arg *g) {
    return g->memory == MEMORY_HOST || g->memory == MEMORY_PINNED;
}

// No device sees what the host does to its own memory.
static size_t real_guard(const Arg *g) {
    return device_sees_bounds() && !is_on_host(g) ? 0 : g->guard;
}

static CudaError memory_take(const Arg *g, char **out, size_t bytes) {
    if (g->memory == MEMORY_PINNED) return cudaMallocHost((void **)out, bytes);
    if (g->memory == MEMORY_MANAGED)
        return cudaMallocManaged((void **)out, bytes, MANAGED_GLOBAL);
    if (g->memory == MEMORY_DEVICE) return cudaMalloc((void **)out, bytes);
    *out = malloc(bytes);
    return *out ? 0 : 2; // cudaErrorMemoryAllocation
}

static CudaError memory_new(const Arg *g, char **out, size_t bytes) {
    if (sim_lend) sim_lend(true);
    CudaError e = memory_take(g, out, bytes);
    if (sim_lend) sim_lend(false);
    return e;
}

static void memory_free(const Arg *g, char *at) {
    if (g->memory == MEMORY_PINNED)
        cudaFreeHost(at);
    else if (g->memory == MEMORY_HOST)
        free(at);
    else
        cudaFree(at);
}

static CudaError memory_set(const Arg *g, char *at, int value, size_t bytes) {
    if (!is_on_host(g)) return cudaMemset(at, value, bytes);
    memset(at, value, bytes);
    return 0;
}

// Between the buffers of one argument.
static CudaError memory_move(const Arg *g, char *to, const char *from,
                             size_t bytes) {
    if (!is_on_host(g))
        return cudaMemcpyAsync(to, from, bytes, CUDA_DEVICE_TO_DEVICE, NULL);
    memcpy(to, from, bytes);
    return 0;
}

static CudaError memory_put(const Arg *g, char *to, const char *from,
                            size_t bytes) {
    if (!is_on_host(g)) return cudaMemcpy(to, from, bytes, CUDA_HOST_TO_DEVICE);
    memcpy(to, from, bytes);
    return 0;
}

static CudaError memory_get(const Arg *g, char *to, const char *from,
                            size_t bytes) {
    if (!is_on_host(g)) return cudaMemcpy(to, from, bytes, CUDA_DEVICE_TO_HOST);
    memcpy(to, from, bytes);
    return 0;
}

// A large array of one's own begins with a page of the device, and so does a
// timed one, whatever guard lies before it: an array over one more page is
// slower to reach.
enum { PAGE = 2 << 20, LARGE = 1 << 20 };

static CudaError buffer_allocate(Arg *g, int k) {
    size_t guard = real_guard(g), bytes = g->bytes + 2 * guard;
    bool whole = guard && g->bytes >= LARGE;
    // An empty buffer still has a valid address.
    CudaError e = memory_new(g, &g->room[k], bytes + (whole ? PAGE : !bytes));
    if (e) return e;
    uintptr_t at = (uintptr_t)g->room[k] + guard;
    if (whole) at = (at + PAGE - 1) / PAGE * PAGE;
    g->places[k] = (char *)(at - guard);
    return 0;
}

static CudaError allocate_all(Args *a, int k) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++)
        if (a->at[i].role != ROLE_SCALAR) e = buffer_allocate(&a->at[i], k);
    return e;
}

CudaError args_allocate(Args *a) {
    CudaError e = allocate_all(a, 0);
    a->nplaces = 1;
    if (!e) args_place(a, 0);
    return e;
}

static CudaError fill_guards(const Arg *g) {
    size_t guard = real_guard(g);
    if (!guard) return 0;
    CudaError e = memory_set(g, g->base, guard_byte(g), guard);
    return e ? e : memory_set(g, g->pay + g->bytes, guard_byte(g), guard);
}

// True on a CPU, whose caches nothing flushes: every repetition then takes
// another place. A GPU's caches are flushed, and other places would cost there
// 0.13 of 6 us, which no program with arrays of its own pays
// (tests/gpu/places.h200.tsv).
static bool scatters(void) {
    return !device_is_sim() && !device_is_gpu();
}

// Together they may take this much.
static const size_t SCATTER_BYTES = (size_t)256 << 20;

void args_place(Args *a, int k) {
    for (int i = 0; i < a->n; i++) {
        Arg *g = &a->at[i];
        if (g->role == ROLE_SCALAR) continue;
        g->base = g->places[k % a->nplaces];
        g->pay = g->base + real_guard(g);
    }
}

void args_scatter(Args *a) {
    size_t all = 1;
    for (int i = 0; i < a->n; i++)
        all += a->at[i].bytes;
    while (scatters() && a->nplaces < PLACES_MAX &&
           (size_t)(a->nplaces + 1) * all <= SCATTER_BYTES) {
        if (allocate_all(a, a->nplaces)) {
            cudaGetLastError(); // what there is will do
            break;
        }
        a->nplaces++;
    }
    for (int k = a->nplaces - 1; k >= 0; k--) {
        args_place(a, k);
        for (int i = 0; i < a->n && k > 0; i++)
            if (a->at[i].role != ROLE_SCALAR) fill_guards(&a->at[i]);
    }
}

// Marks outputs as never written, so that the simulated device reports a kernel
// that adds to one.
static void forget_outputs(const Args *a) {
    for (int i = 0; i < a->n && sim_forget; i++)
        if (a->at[i].role == ROLE_OUTPUT && !is_on_host(&a->at[i]))
            sim_forget(a->at[i].pay, a->at[i].bytes);
}

CudaError args_fill(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->role == ROLE_SCALAR) continue;
        e = fill_guards(g);
        if (e || !g->bytes) continue;
        e = g->role == ROLE_OUTPUT
                ? memory_set(g, g->pay, a->poison, g->bytes)
                : memory_put(g, g->pay, shared + g->in, g->bytes);
    }
    if (!e) e = cudaDeviceSynchronize();
    if (!e) forget_outputs(a);
    return e;
}

CudaError args_keep(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->role == ROLE_SCALAR) continue;
        e = fill_guards(g);
        for (int s = 0; s < g->nsets && g->bytes && !e; s++)
            e = memory_new(g, &g->set[s], g->bytes);
        if (e || !g->bytes || g->role == ROLE_INPUT) continue;
        // Without room for it, the buffer itself will do.
        if (memory_new(g, &g->seen, g->bytes + 2 * real_guard(g))) {
            g->seen = NULL;
            cudaGetLastError();
        }
    }
    return e;
}

bool args_load(Args *a, int arg, int set, size_t offset, size_t bytes,
               size_t from, bool late) {
    if (arg < 0 || arg >= a->n || !in_shared(from, bytes)) return false;
    Arg *g = &a->at[arg];
    if (set < 0 || set >= g->nsets || offset > g->bytes ||
        bytes > g->bytes - offset)
        return false;
    if (!bytes) return true;
    char *kept = g->set[set] + offset;
    if (!late || is_on_host(g))
        return !memory_put(g, kept, shared + from, bytes) &&
               (!late || !memory_move(g, g->pay + offset, kept, bytes));
    return !cudaMemcpyAsync(kept, shared + from, bytes, CUDA_HOST_TO_DEVICE,
                            NULL) &&
           !memory_move(g, g->pay + offset, kept, bytes);
}

CudaError args_reload(Args *a, int set) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->nsets && g->bytes)
            e = memory_move(g, g->pay, g->set[set % g->nsets], g->bytes);
    }
    return e;
}

CudaError args_poison(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->role != ROLE_OUTPUT || !g->bytes) continue;
        if (is_on_host(g))
            memset(g->pay, a->poison, g->bytes);
        else
            e = cudaMemsetAsync(g->pay, a->poison, g->bytes, NULL);
    }
    return e;
}

CudaError args_refill(Args *a, int set) {
    CudaError e = args_reload(a, set);
    return e ? e : args_poison(a);
}

CudaError args_see(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->seen)
            e = memory_move(g, g->seen, g->base, g->bytes + 2 * real_guard(g));
    }
    return e;
}

// ---- back

bool args_fetch(const Args *a, int arg, size_t offset, size_t bytes,
                size_t to) {
    if (arg < 0 || arg >= a->n || !in_shared(to, bytes)) return false;
    const Arg *g = &a->at[arg];
    size_t whole = g->bytes + 2 * g->guard;
    if (g->role == ROLE_SCALAR || offset > whole || bytes > whole - offset)
        return false;
    if (!bytes) return true;
    const char *base = g->seen ? g->seen : g->base;
    if (real_guard(g)) return !memory_get(g, shared + to, base + offset, bytes);

    // Made-up guards around what there is.
    memset(shared + to, guard_byte(g), bytes);
    size_t first = offset > g->guard ? offset : g->guard;
    size_t end = offset + bytes, last = g->guard + g->bytes;
    if (end < last) last = end;
    return first >= last ||
           !memory_get(g, shared + to + (first - offset),
                       base + (first - g->guard), last - first);
}

CudaError args_fetch_all(Args *a) {
    for (int i = 0; i < a->n; i++) {
        const Arg *g = &a->at[i];
        if (g->role == ROLE_SCALAR) continue;
        if (!args_fetch(a, i, 0, g->bytes + 2 * g->guard, g->after)) {
            CudaError e = cudaGetLastError();
            return e ? e : 1; // cudaErrorInvalidValue
        }
    }
    return 0;
}

void args_free(Args *a) {
    for (int i = 0; i < a->n; i++) {
        Arg *g = &a->at[i];
        for (int k = 0; k < PLACES_MAX; k++)
            if (g->room[k]) memory_free(g, g->room[k]);
        for (int s = 0; s < g->nsets; s++)
            if (g->set[s]) memory_free(g, g->set[s]);
        if (g->seen) memory_free(g, g->seen);
    }
    a->n = 0;
}
