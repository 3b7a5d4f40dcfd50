#include "gate/check/of_cases.h"

#include <string.h>

static bool asks_of_cases(const Check *k) {
    for (int i = 0; i < k->ngates; i++)
        if (k->gates[i].of && strcmp(k->gates[i].of, "cases") == 0) return true;
    return false;
}

void of_cases_begin(Check *k) {
    k->cases_work = (Work){0};
    k->host_cases = (Counts){0};
}

// The report on host code is of the last call alone.
static void add_host_counts(Check *k, Session *s) {
    Counts now, *all = &k->host_cases;
    if (!session_report(s, &now)) return;
    all->host_launches += now.host_launches;
    all->link_bytes += now.link_bytes;
    all->link_kernels += now.link_kernels;
    all->peer_bytes += now.peer_bytes;
    all->busiest_link += now.busiest_link;
}

CallResult of_cases_run(Check *k, Session *s, const CaseData *c) {
    Work w, *all = &k->cases_work;
    Err err = {0};
    if (measure_work(k->ex, c, &w, &err)) {
        all->calls += w.calls;
        all->bytes += w.bytes;
        all->flops += w.flops;
        all->elements += w.elements;
        all->most = max_of(all->most, w.most);
    }
    err_clear(&err);
    CallResult call = session_run(s, c);
    // A GPU does not tell which calls of CUDA a program makes.
    bool tells = k->ex->kind == KIND_PROGRAM && s->backend->is_modelled;
    if (tells && asks_of_cases(k)) add_host_counts(k, s);
    return call;
}

bool of_cases_end(Check *k, Session *s) {
    bool kernels = k->ex->kind == KIND_CUDA || k->ex->kind == KIND_TRITON;
    bool rules = kernels && k->ngates > 0; // elsewhere.h
    if (!s->backend->is_modelled || (!rules && !asks_of_cases(k))) return true;
    if (k->ex->kind == KIND_PROGRAM) {
        k->of_cases = &k->host_cases;
        return true;
    }
    Counts *counts = arena_new(k->a, Counts);
    k->of_cases = counts;
    return session_report(s, counts);
}
