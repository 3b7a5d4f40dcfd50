// A mesh of cores, played cycle by cycle. A router keeps two words of each
// colour; a link carries one word in a cycle. Two meshes run in turn, so that a
// variable that cores would share mixes their values. In one of them all words
// are doubled when the cores are placed: what does not lie in them stays as it is.
#include "kata_tests.h"

#include <deque>
#include <vector>

struct Pe {
    int x, y, width, height, rows, cols, state[4];
};

enum Side { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8, CORE = 16 };
enum { X, COLOURS = 8, ROOM = 2 };
enum { ROUTES, EDGES, MEMORY, FINISHED, PADDED, OWN, FACTS };

void place(Pe *pe, const float *a, int m, int n);
void task(Pe *pe, int colour, float value);
void mesh_cases(const float *a, const float *x, int *facts, float *y, int *cycles,
                int *busiest_link, int m, int n, int width, int height, int late);

typedef struct Word {
    float value;
    int at, colour; // at: since this cycle it is where it is
} Word;

typedef std::deque<Word> Queue;

typedef struct Core {
    Pe pe;
    std::vector<float> memory;
    int from[COLOURS], to[COLOURS];
    bool is_held[COLOURS];
    Queue router[COLOURS], inbox[COLOURS], outbox;
    int busy_until, used[CORE + 1], carried[CORE + 1]; // by the side of a link
} Core;

typedef struct Mesh {
    int width, height, rows, cols, m, n, late, time, cost, last;
    const float *x;
    std::vector<Core> core;
    std::vector<int> fed, left; // words of x of a column, of y of a row
    float *y;
    int *facts;
    bool is_placing, has_moved;
    long asked; // words of the cores' memories, by at and multiply_add
} Mesh;

static Mesh *mesh; // that runs now, and its core
static Core *now;

// ---- calls of the learner

static bool is_mine(Pe *pe) {
    bool is = now && pe == &now->pe;
    if (!is) mesh->facts[MEMORY] = 0;
    return is;
}

static bool is_colour(int colour) {
    bool is = colour >= 0 && colour < COLOURS;
    if (!is) mesh->facts[ROUTES] = 0;
    return is;
}

static bool is_side(int side) {
    return side == NORTH || side == EAST || side == SOUTH || side == WEST || side == CORE;
}

void route(Pe *pe, int colour, int from, int to) {
    if (!is_mine(pe) || !is_colour(colour)) return;
    bool other = now->from[colour] && (now->from[colour] != from || now->to[colour] != to);
    if (!is_side(from) || to <= 0 || to > 31 || other) mesh->facts[ROUTES] = 0;
    now->from[colour] = from;
    now->to[colour] = to & 31;
}

float &at(Pe *pe, int address) {
    static float nowhere;
    mesh->cost++;
    mesh->asked += !mesh->is_placing;
    if (is_mine(pe) && address >= 0 && address < (int)now->memory.size())
        return now->memory[address];
    mesh->facts[MEMORY] = 0;
    return nowhere = 0;
}

void multiply_add(Pe *pe, int sums, int factors, float value, int n) {
    for (int i = 0; i < n; i++)
        at(pe, sums + i) += at(pe, factors + i) * value;
    mesh->cost -= n > 0 ? n : 0; // two accesses and a product in one cycle
}

void send(Pe *pe, int colour, float value) {
    mesh->cost++;
    if (!is_mine(pe) || !is_colour(colour)) return;
    if (mesh->is_placing) mesh->facts[ROUTES] = 0; // nothing runs yet
    else now->outbox.push_back((Word){value, mesh->time + mesh->cost, colour});
}

void hold(Pe *pe, int colour) {
    if (is_mine(pe) && is_colour(colour)) now->is_held[colour] = true;
}

void release(Pe *pe, int colour) {
    if (is_mine(pe) && is_colour(colour)) now->is_held[colour] = false;
}

// ---- the mesh

static Core *core_at(Mesh *g, int x, int y) {
    return &g->core[(size_t)y * g->width + x];
}

static int opposite(int side) {
    return side == NORTH ? SOUTH : side == SOUTH ? NORTH : side == EAST ? WEST : EAST;
}

// The neighbour at that side, or NULL at the edge of the mesh.
static Core *neighbour(Mesh *g, Core *c, int side) {
    int x = c->pe.x + (side == EAST) - (side == WEST), y = c->pe.y + (side == SOUTH) - (side == NORTH);
    return x >= 0 && y >= 0 && x < g->width && y < g->height ? core_at(g, x, y) : NULL;
}

static void enter(Mesh *g, Core *c, int side, int colour, float value) {
    if (c->from[colour] != side) g->facts[ROUTES] = 0;
    c->router[colour].push_back((Word){value, g->time, colour});
    g->has_moved = true;
}

static void leave(Mesh *g, Core *c, int side, float value) {
    int row = c->pe.y, k = g->left[row]++;
    if (side != EAST || k >= g->rows) {
        g->facts[EDGES] = 0;
        return;
    }
    g->last = g->time;
    if (row * g->rows + k < g->m) g->y[row * g->rows + k] = value;
    else if (value != 0) g->facts[PADDED] = 0;
}

static bool has_room(Mesh *g, Core *c, int side, int colour) {
    if (side == CORE) return c->inbox[colour].size() < ROOM;
    Core *next = neighbour(g, c, side);
    return c->used[side] != g->time && (!next || next->router[colour].size() < ROOM);
}

static void pass_on(Mesh *g, Core *c, int side, const Word *w) {
    c->used[side] = g->time;
    c->carried[side]++;
    Core *next = side == CORE ? NULL : neighbour(g, c, side);
    if (side == CORE) c->inbox[w->colour].push_back((Word){w->value, g->time, w->colour});
    else if (next) enter(g, next, opposite(side), w->colour, w->value);
    else leave(g, c, side, w->value);
}

// The first word of a colour goes to all sides of its route at once, or waits.
static void step_router(Mesh *g, Core *c, int colour) {
    Queue *q = &c->router[colour];
    if (q->empty() || q->front().at >= g->time || !c->to[colour]) return;
    for (int side = NORTH; side <= CORE; side *= 2)
        if (c->to[colour] & side && !has_room(g, c, side, colour)) return;
    Word w = q->front();
    q->pop_front();
    for (int side = NORTH; side <= CORE; side *= 2)
        if (c->to[colour] & side) pass_on(g, c, side, &w);
    g->has_moved = true;
}

static void run_task(Mesh *g, Core *c, int colour) {
    Word w = c->inbox[colour].front();
    c->inbox[colour].pop_front();
    mesh = g;
    now = c;
    g->cost = 1;
    task(&c->pe, colour, w.value);
    c->busy_until = g->time + g->cost;
    g->has_moved = true;
}

// Sent words go to the router; then, if none is left, the next task begins.
static void step_core(Mesh *g, Core *c) {
    if (!c->outbox.empty() && c->outbox.front().at <= g->time) {
        Word w = c->outbox.front();
        if (c->router[w.colour].size() < ROOM) {
            c->outbox.pop_front();
            enter(g, c, CORE, w.colour, w.value);
        }
    }
    if (c->busy_until > g->time) g->has_moved = true;
    else if (c->outbox.empty())
        for (int i = 0; i < COLOURS; i++) {
            int colour = (g->time + i) % COLOURS;
            if (c->is_held[colour] || c->inbox[colour].empty()) continue;
            run_task(g, c, colour);
            return;
        }
}

// The host's words: column c begins `late` cycles after the column to its west.
static void feed(Mesh *g, int column) {
    int k = g->fed[column];
    if (k == g->cols) return;
    if (g->time < column * g->late) g->has_moved = true;
    else if (core_at(g, column, 0)->router[X].size() < ROOM) {
        int j = column * g->cols + k;
        g->fed[column]++;
        enter(g, core_at(g, column, 0), NORTH, X, j < g->n ? g->x[j] : 7);
    }
}

static bool step(Mesh *g) {
    g->has_moved = false;
    g->time++;
    for (int column = 0; column < g->width; column++)
        feed(g, column);
    for (Core &c : g->core) {
        for (int i = 0; i < COLOURS; i++)
            step_router(g, &c, (g->time + i) % COLOURS);
        step_core(g, &c);
    }
    return g->has_moved;
}

static void begin(Mesh *g, const float *a) {
    g->core.assign((size_t)g->width * g->height, Core());
    g->fed.assign(g->width, 0);
    g->left.assign(g->height, 0);
    mesh = g;
    g->is_placing = true;
    for (int i = 0; i < g->width * g->height; i++) {
        now = &g->core[i];
        now->pe = (Pe){i % g->width, i / g->width, g->width, g->height, g->rows, g->cols, {}};
        now->memory.assign((size_t)g->rows * g->cols + g->rows, NAN);
        place(&now->pe, a, g->m, g->n);
    }
    g->is_placing = false;
}

static void double_all(Mesh *g) {
    for (Core &c : g->core)
        for (float &v : c.memory)
            v *= 2;
}

// True if g.y is twice the product: of small whole numbers, so exact.
static bool is_doubled(const Mesh *g, const float *a) {
    for (int i = 0; i < g->m; i++) {
        float sum = 0;
        for (int j = 0; j < g->n; j++)
            sum += a[(size_t)i * g->n + j] * g->x[j];
        if (g->y[i] != 2 * sum) return false;
    }
    return true;
}

// True if no word is left anywhere.
static bool is_empty(Mesh *g) {
    for (Core &c : g->core) {
        if (!c.outbox.empty()) return false;
        for (int i = 0; i < COLOURS; i++)
            if (!c.router[i].empty() || !c.inbox[i].empty()) return false;
    }
    for (int k : g->fed)
        if (k < g->cols) return false;
    return true;
}

static int busiest(Mesh *g) {
    int most = 0;
    for (Core &c : g->core)
        for (int side = NORTH; side < CORE; side *= 2)
            most = c.carried[side] > most ? c.carried[side] : most;
    return most;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

void mesh_cases(const float *a, const float *x, int *facts, float *y, int *cycles,
                int *busiest_link, int m, int n, int width, int height, int late) {
    int ignored[FACTS];
    std::vector<float> own_a(a, a + (size_t)m * n), other_a, other_x(x, x + n), other_y(m);
    for (float v : own_a)
        other_a.push_back(3 - v);
    for (float &v : other_x)
        v = v + 5;
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    Mesh g = {}, other = {};
    g.width = width, g.height = height, g.m = m, g.n = n, g.late = late;
    g.rows = (m + height - 1) / height;
    g.cols = (n + width - 1) / width;
    other = g;
    other.late = late / 2;
    g.x = x, g.y = y, g.facts = facts;
    other.x = other_x.data(), other.y = other_y.data(), other.facts = ignored;
    int ways = 2 * height + 7 * width;
    int most = late * (width - 1) + g.cols * (g.rows + 2) + ways + 5 * g.rows + 10;
    // Past the end of a there are NaNs, for those who go on reading there.
    size_t room = (size_t)(g.rows * height + 1) * (n + g.cols * width);
    own_a.resize(room, NAN);
    other_a.resize(room, NAN);
    begin(&g, own_a.data());
    begin(&other, other_a.data());
    double_all(&other);
    bool moves = true, others = true;
    int end = 10 * most + 1000; // words may go round for ever
    while ((moves || others) && g.time < end && other.time < end) {
        if (moves) moves = step(&g);
        if (others) others = step(&other);
    }
    facts[FINISHED] = !moves && is_empty(&g);
    bool both = facts[FINISHED] && !others && is_empty(&other);
    if (both && facts[MEMORY]) // three words for each product, or one of multiply_add
        facts[OWN] = g.asked >= (long)m * n && is_doubled(&other, other_a.data());
    cycles[0] = larger(g.last, most);
    busiest_link[0] = larger(busiest(&g), larger(g.rows, g.cols));
}
