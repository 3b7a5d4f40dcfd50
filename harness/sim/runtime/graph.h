// Graphs: operations and what each comes after.
//
// A graph is a list of nodes in the order of their making; a node is a Task and
// the nodes before it. A graph that can be launched is a copy of one, each node
// knowing its origin, so that handles of the graph name nodes of the copy.
#ifndef SIM_GRAPH_H
#define SIM_GRAPH_H

#include "sim/runtime/task.h"

typedef struct NodeList NodeList;

typedef struct SimNode {
    Handle handle;
    struct SimGraph *graph;
    Task task;
    NodeList before;        // that it comes after
    struct SimNode *origin; // what it was copied from
    bool disabled;
    void **args; // of a kernel, for cudaGraphKernelNodeGetParams
    int index;   // in its graph
    Job *job;    // its last in the launch before, or NULL
    Done done;   // pieces that were over after it then
} SimNode;

typedef struct SimGraph {
    Handle handle;
    NodeList nodes;
    struct SimGraph *owner; // a node's: dies with it
    bool of_exec;           // an executable graph's own copy
} SimGraph;

typedef struct SimGraphExec {
    Handle handle;
    SimGraph *graph;
    NodeList order; // every node after those it comes after
    unsigned long long flags;
    Done done; // after its last launch, which the next one waits for
} SimGraphExec;

SimGraph *graph_new(Runtime *r);
// A deep copy: child graphs too.
SimGraph *graph_clone(Runtime *r, const SimGraph *g);
void graph_end(Runtime *r, SimGraph *g);
// Takes a copy of task. before is borrowed.
SimNode *graph_add(Runtime *r, SimGraph *g, const Task *task,
                   SimNode *const *before, size_t n);
void node_end(Runtime *r, SimNode *n);
// The copy's node of that origin, or NULL.
SimNode *graph_copy_of(const SimGraph *copy, const SimNode *origin);
// Fills order; false if the graph has a cycle.
bool graph_order(const SimGraph *g, NodeList *order);
bool nodes_have(const NodeList *l, const SimNode *n);
void nodes_add(NodeList *l, SimNode *n); // unless it is there
void nodes_drop(NodeList *l, const SimNode *n);
void nodes_copy(NodeList *to, const NodeList *from);
// Executes the nodes in order, each starting when those before it are done.
CudaError nodes_execute(Runtime *r, const NodeList *order, SimStream *s);

#endif
