// The entry's arguments: read, laid out on the device, filled, fetched.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of libkatasim; NULL on a GPU.
#pragma weak sim_forget

// Of inputs: NaNs, so that a sum that reads past the end shows it. Of outputs:
// something else, so that copying the one into the other shows as well.
enum { GUARD_INPUT = 0xFF, GUARD_OUTPUT = 0xA5 };

static int guard_byte(const Arg *g) {
    return g->role == ROLE_INPUT ? GUARD_INPUT : GUARD_OUTPUT;
}

// ---- reading

// The value of key= in a list of words, or NULL; ends at a space.
static const char *word_of(const char *text, const char *key) {
    size_t n = strlen(key);
    for (const char *at = text; (at = strstr(at, key)); at += n)
        if ((at == text || at[-1] == ' ') && at[n] == '=') return at + n + 1;
    return NULL;
}

static size_t size_of(const char *text, const char *key) {
    const char *v = word_of(text, key);
    return v ? strtoull(v, NULL, 10) : 0;
}

static bool in_shared(size_t at, size_t bytes) {
    return at <= shared_bytes && bytes <= shared_bytes - at;
}

// Where do:run finds it and leaves it. The buffers of do:prepare lie nowhere:
// they come and go in pieces.
static bool parse_places(Arg *g, const char *text) {
    const char *in = word_of(text, "in");
    g->after = size_of(text, "after");
    if (!in || (*in == '-') != (g->role == ROLE_OUTPUT)) return false;
    g->in = strtoull(in, NULL, 10);
    return g->role == ROLE_OUTPUT || in_shared(g->in, g->bytes);
}

static bool parse_arg(Arg *g, const char *text, size_t guard, int sets) {
    if (strncmp(text, "scalar ", 7) == 0) {
        const char *bits = word_of(text, "bits");
        if (!bits) return false;
        unsigned long long v = strtoull(bits, NULL, 16);
        memcpy(g->bits, &v, sizeof g->bits); // little endian: any type fits
        g->role = ROLE_SCALAR;
        return true;
    }
    const char *role = word_of(text, "role");
    if (strncmp(text, "buffer ", 7) != 0 || !role) return false;
    g->role = *role == 'o'                     ? ROLE_OUTPUT
              : strncmp(role, "inout", 5) == 0 ? ROLE_INOUT
                                               : ROLE_INPUT;
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

// ---- on the device

static size_t real_guard(const Arg *g) {
    return device_sees_bounds() ? 0 : g->guard;
}

// A large array of one's own begins with a page of the device, and so does a
// timed one, whatever guard lies before it: an array over one more page is
// slower to reach.
enum { PAGE = 2 << 20, LARGE = 1 << 20 };

static CudaError allocate(Arg *g, int k) {
    size_t guard = real_guard(g), bytes = g->bytes + 2 * guard;
    bool whole = guard && g->bytes >= LARGE;
    // An empty buffer still has a valid address.
    CudaError e =
        cudaMalloc((void **)&g->room[k], bytes + (whole ? PAGE : !bytes));
    if (e) return e;
    uintptr_t at = (uintptr_t)g->room[k] + guard;
    if (whole) at = (at + PAGE - 1) / PAGE * PAGE;
    g->places[k] = (char *)(at - guard);
    return 0;
}

static CudaError allocate_all(Args *a, int k) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++)
        if (a->at[i].role != ROLE_SCALAR) e = allocate(&a->at[i], k);
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
    CudaError e = cudaMemset(g->base, guard_byte(g), guard);
    return e ? e : cudaMemset(g->pay + g->bytes, guard_byte(g), guard);
}

// Where nothing else overwrites the caches. A GPU's are flushed, and there it
// costs what no program with arrays of its own pays: 0.13 of 6 us
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

// What is in an output before the call is nobody's: the simulated device tells
// of a kernel that adds to it.
static void forget_outputs(const Args *a) {
    for (int i = 0; i < a->n && sim_forget; i++)
        if (a->at[i].role == ROLE_OUTPUT)
            sim_forget(a->at[i].pay, a->at[i].bytes);
}

CudaError args_fill(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->role == ROLE_SCALAR) continue;
        e = fill_guards(g);
        if (e || !g->bytes) continue;
        e = g->role == ROLE_OUTPUT ? cudaMemset(g->pay, a->poison, g->bytes)
                                   : cudaMemcpy(g->pay, shared + g->in,
                                                g->bytes, CUDA_HOST_TO_DEVICE);
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
            e = cudaMalloc((void **)&g->set[s], g->bytes);
        if (e || !g->bytes || g->role == ROLE_INPUT) continue;
        // Without room for it, the buffer itself will do.
        if (cudaMalloc((void **)&g->seen, g->bytes + 2 * real_guard(g))) {
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
    if (!late)
        return !cudaMemcpy(kept, shared + from, bytes, CUDA_HOST_TO_DEVICE);
    return !cudaMemcpyAsync(kept, shared + from, bytes, CUDA_HOST_TO_DEVICE,
                            NULL) &&
           !cudaMemcpyAsync(g->pay + offset, kept, bytes, CUDA_DEVICE_TO_DEVICE,
                            NULL);
}

CudaError args_reload(Args *a, int set) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->nsets && g->bytes)
            e = cudaMemcpyAsync(g->pay, g->set[set % g->nsets], g->bytes,
                                CUDA_DEVICE_TO_DEVICE, NULL);
    }
    return e;
}

CudaError args_poison(Args *a) {
    CudaError e = 0;
    for (int i = 0; i < a->n && !e; i++) {
        Arg *g = &a->at[i];
        if (g->role == ROLE_OUTPUT && g->bytes)
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
            e = cudaMemcpyAsync(g->seen, g->base, g->bytes + 2 * real_guard(g),
                                CUDA_DEVICE_TO_DEVICE, NULL);
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
    if (real_guard(g))
        return !cudaMemcpy(shared + to, base + offset, bytes,
                           CUDA_DEVICE_TO_HOST);

    // Made-up guards around what there is.
    memset(shared + to, guard_byte(g), bytes);
    size_t first = offset > g->guard ? offset : g->guard;
    size_t end = offset + bytes, last = g->guard + g->bytes;
    if (end < last) last = end;
    return first >= last || !cudaMemcpy(shared + to + (first - offset),
                                        base + (first - g->guard), last - first,
                                        CUDA_DEVICE_TO_HOST);
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
            if (g->room[k]) cudaFree(g->room[k]);
        for (int s = 0; s < g->nsets; s++)
            if (g->set[s]) cudaFree(g->set[s]);
        if (g->seen) cudaFree(g->seen);
    }
    a->n = 0;
}
