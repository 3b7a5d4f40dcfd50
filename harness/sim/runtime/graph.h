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
// The graphs that a task executes: how many, and the array.
int task_ngraphs(const Task *task);
SimGraph **task_graphs(Task *task);
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

// Memory of graphs on a device (graph_memory.c), in the order of
// cudaGraphMemAttributeType.
typedef struct GraphMemoryUse {
    uint64_t used, used_high, reserved, reserved_high; // bytes
} GraphMemoryUse;
// As it is now; changes to it stay.
GraphMemoryUse *graph_memory_use(Runtime *r, int device);
// A node of the thread's device has allocated.
void graph_memory_launched(Runtime *r, uint64_t p, uint64_t bytes);

// Conditions (condition.c). A new handle, whose value is `value` before the
// first launch and, if always, before every launch of a graph that uses it.
unsigned long long condition_new(Runtime *r, uint32_t value, bool always);
bool condition_is_known(const Runtime *r, unsigned long long handle);
// Sets the value; nothing if there is no such handle.
void condition_set(Runtime *r, unsigned long long handle, uint32_t value);
// A graph is launched: conditions of its nodes begin anew.
void graph_conditions_begin(Runtime *r, const SimGraph *g);
// 0 if there is no such handle.
uint32_t condition_value(const Runtime *r, unsigned long long handle);

#endif
