#include "sim/runtime/graph.h"

#include "sim/runtime/clock.h"

#include "base/heap.h"
#include "base/vec.h"

#include <string.h>

// ---- lists of nodes

bool nodes_have(const NodeList *l, const SimNode *n) {
    for (int i = 0; i < l->n; i++)
        if (l->at[i] == n) return true;
    return false;
}

void nodes_add(NodeList *l, SimNode *n) {
    if (!nodes_have(l, n)) vec_push(l, n);
}

void nodes_drop(NodeList *l, const SimNode *n) {
    int kept = 0;
    for (int i = 0; i < l->n; i++)
        if (l->at[i] != n) l->at[kept++] = l->at[i];
    l->n = kept;
}

void nodes_copy(NodeList *to, const NodeList *from) {
    to->n = 0;
    for (int i = 0; i < from->n; i++)
        vec_push(to, from->at[i]);
}

// ---- graphs inside a node

int task_ngraphs(const Task *task) {
    return task->kind == TASK_CHILD       ? 1
           : task->kind == TASK_CONDITION ? task->condition.n
                                          : 0;
}

SimGraph **task_graphs(Task *task) {
    return task->kind == TASK_CHILD ? &task->child : task->condition.body;
}

// ---- making and ending

SimGraph *graph_new(Runtime *r) {
    SimGraph *g = heap_new(1, sizeof *g);
    handle_add(r, &g->handle, HANDLE_GRAPH);
    return g;
}

SimNode *graph_add(Runtime *r, SimGraph *g, const Task *task,
                   SimNode *const *before, size_t n) {
    SimNode *node = heap_new(1, sizeof *node);
    node->graph = g;
    node->task = task_dup(task);
    node->index = g->nodes.n;
    for (size_t i = 0; i < n; i++)
        nodes_add(&node->before, before[i]);
    vec_push(&g->nodes, node);
    handle_add(r, &node->handle, HANDLE_NODE);
    return node;
}

SimGraph *graph_clone(Runtime *r, const SimGraph *g) {
    SimGraph *copy = graph_new(r);
    for (int i = 0; i < g->nodes.n; i++) {
        SimNode *from = g->nodes.at[i];
        SimNode *to = graph_add(r, copy, &from->task, NULL, 0);
        to->origin = from;
        to->disabled = from->disabled;
        SimGraph **inner = task_graphs(&from->task);
        SimGraph **own = task_graphs(&to->task);
        for (int k = 0; k < task_ngraphs(&from->task); k++) {
            own[k] = graph_clone(r, inner[k]);
            own[k]->owner = copy;
        }
    }
    // A node may come after one that was made later.
    for (int i = 0; i < g->nodes.n; i++) {
        const NodeList *before = &g->nodes.at[i]->before;
        for (int k = 0; k < before->n; k++)
            nodes_add(&copy->nodes.at[i]->before,
                      copy->nodes.at[before->at[k]->index]);
    }
    return copy;
}

static void node_free(Runtime *r, SimNode *n) {
    for (int i = 0; i < task_ngraphs(&n->task); i++)
        graph_end(r, task_graphs(&n->task)[i]);
    task_fini(&n->task);
    job_release(n->job);
    n->job = NULL;
    vec_free(&n->before);
    handle_end(r, &n->handle);
}

void graph_end(Runtime *r, SimGraph *g) {
    for (int i = 0; i < g->nodes.n; i++)
        node_free(r, g->nodes.at[i]);
    vec_free(&g->nodes);
    handle_end(r, &g->handle);
}

void node_end(Runtime *r, SimNode *n) {
    SimGraph *g = n->graph;
    nodes_drop(&g->nodes, n);
    for (int i = 0; i < g->nodes.n; i++) {
        nodes_drop(&g->nodes.at[i]->before, n);
        g->nodes.at[i]->index = i;
    }
    node_free(r, n);
}

SimNode *graph_copy_of(const SimGraph *copy, const SimNode *origin) {
    for (int i = 0; i < copy->nodes.n; i++) {
        SimNode *n = copy->nodes.at[i], *found = NULL;
        if (n->origin == origin) return n;
        for (int k = 0; k < task_ngraphs(&n->task) && !found; k++)
            found = graph_copy_of(task_graphs(&n->task)[k], origin);
        if (found) return found;
    }
    return NULL;
}

// ---- executing

bool graph_order(const SimGraph *g, NodeList *order) {
    bool *done = heap_new((size_t)g->nodes.n + 1, sizeof *done);
    bool moved = true;
    order->n = 0;
    while (moved) {
        moved = false;
        for (int i = 0; i < g->nodes.n; i++) {
            SimNode *n = g->nodes.at[i];
            bool ready = !done[i];
            for (int k = 0; k < n->before.n && ready; k++)
                ready = done[n->before.at[k]->index];
            if (!ready) continue;
            vec_push(order, n);
            done[i] = moved = true;
        }
    }
    heap_free(done);
    return order->n == g->nodes.n;
}
