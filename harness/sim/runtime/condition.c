// Conditional nodes of graphs: a value, which kernels set, decides on the
// device what runs. Here the value is there when the nodes before have been
// executed.
#include "sim/runtime/graph.h"

#include "base/heap.h"
#include "base/vec.h"

typedef struct Condition {
    uint32_t value, first;
    bool always;
} Condition;

struct Conditions {
    Condition *at; // by handle - 1
    int n, cap;
};

static Condition *find(const Runtime *r, unsigned long long handle) {
    const struct Conditions *all = r->conditions;
    bool known = all && handle && handle <= (unsigned long long)all->n;
    return known ? &all->at[handle - 1] : NULL;
}

unsigned long long condition_new(Runtime *r, uint32_t value, bool always) {
    if (!r->conditions) r->conditions = heap_new(1, sizeof *r->conditions);
    Condition c = {value, value, always};
    vec_push(r->conditions, c);
    return (unsigned long long)r->conditions->n;
}

bool condition_is_known(const Runtime *r, unsigned long long handle) {
    return find(r, handle) != NULL;
}

uint32_t condition_value(const Runtime *r, unsigned long long handle) {
    const Condition *c = find(r, handle);
    return c ? c->value : 0;
}

void condition_set(Runtime *r, unsigned long long handle, uint32_t value) {
    Condition *c = find(r, handle);
    if (c) c->value = value;
}

void graph_conditions_begin(Runtime *r, const SimGraph *g) {
    for (int i = 0; i < g->nodes.n; i++) {
        Task *t = &g->nodes.at[i]->task;
        Condition *c =
            t->kind == TASK_CONDITION ? find(r, t->condition.handle) : NULL;
        if (c && c->always) c->value = c->first;
        for (int k = 0; k < task_ngraphs(t); k++)
            graph_conditions_begin(r, task_graphs(t)[k]);
    }
}
