// rejected by: case (the walk ends at the first constant or input)
// says: The walk ends at the first node that comes from no other. Constants are recorded between the operations too, so what was recorded before one gets no slope. Such a node passes on nothing: go past it, down to node 0.
// A tape that records a computation, and walks it backwards.
#include <math.h>

enum { MOST = 4096 };

// A number that was computed: from which others, and by how much it changes if one
// of them changes by 1.
typedef struct Node {
    double value;
    int from[2];  // earlier nodes, -1: none
    double by[2]; // the slope of this node by each of them
    double slope; // of the result by this node
} Node;

typedef struct Tape {
    Node at[MOST];
    int n;
} Tape;

typedef int Var; // a node's number

static Var record(Tape *t, double value, Var a, double by_a, Var b, double by_b) {
    t->at[t->n] = (Node){value, {a, b}, {by_a, by_b}, 0};
    return t->n++;
}

// An input or a constant: it comes from no other node.
static Var tape_number(Tape *t, double value) {
    return record(t, value, -1, 0, -1, 0);
}

static Var tape_add(Tape *t, Var a, Var b) {
    return record(t, t->at[a].value + t->at[b].value, a, 1, b, 1);
}

static Var tape_sub(Tape *t, Var a, Var b) {
    return record(t, t->at[a].value - t->at[b].value, a, 1, b, -1);
}

static Var tape_mul(Tape *t, Var a, Var b) {
    double x = t->at[a].value, y = t->at[b].value;
    return record(t, x * y, a, y, b, x);
}

static Var tape_div(Tape *t, Var a, Var b) {
    double y = t->at[b].value, q = t->at[a].value / y;
    return record(t, q, a, 1 / y, b, -q / y);
}

static Var tape_exp(Tape *t, Var a) {
    double e = exp(t->at[a].value);
    return record(t, e, a, e, -1, 0);
}

static Var tape_log(Tape *t, Var a) {
    double x = t->at[a].value;
    return record(t, log(x), a, 1 / x, -1, 0);
}

static Var tape_tanh(Tape *t, Var a) {
    double y = tanh(t->at[a].value);
    return record(t, y, a, 1 - y * y, -1, 0);
}

// A node was recorded after those that it comes from. So when the walk arrives at it, all
// that it has a part in has been there, and its slope is complete.
static void tape_backward(Tape *t, Var result) {
    for (int i = 0; i < t->n; i++)
        t->at[i].slope = 0;
    t->at[result].slope = 1;
    for (int i = result; i >= 0; i--) {
        const Node *node = &t->at[i];
        if (node->from[0] < 0) break;
        for (int k = 0; k < 2; k++)
            if (node->from[k] >= 0)
                t->at[node->from[k]].slope += node->by[k] * node->slope;
    }
}

// Begins an empty tape.
static void tape_clear(Tape *t) {
    t->n = 0;
}

// ---- given: leave it as it is

static double tape_value(const Tape *t, Var v) {
    return t->at[v].value;
}

static double tape_slope(const Tape *t, Var v) {
    return t->at[v].slope;
}

static Var square(Tape *t, Var a) {
    return tape_mul(t, a, a);
}

// A program that is drawn for each case: LINES lines of three numbers in `code`, an
// operation and its operands, which are among the n inputs and the lines before.
enum { LINES = 40 };

static Var program(Tape *t, const int *code, const Var *x, int n) {
    Var v[64 + LINES], sum = x[0], one = tape_number(t, 1);
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    for (int i = n; i < n + LINES; i++, code += 3) {
        Var a = v[code[1] % i], b = v[code[2] % i];
        switch (code[0] % 5) {
        case 0: v[i] = tape_tanh(t, tape_add(t, a, b)); break;
        case 1: v[i] = tape_tanh(t, tape_sub(t, a, b)); break;
        case 2: v[i] = tape_tanh(t, tape_mul(t, a, b)); break;
        case 3: v[i] = tape_div(t, a, tape_add(t, one, square(t, b))); break;
        default: v[i] = tape_log(t, tape_add(t, one, tape_exp(t, tape_sub(t, a, b))));
        }
        sum = tape_add(t, sum, v[i]);
    }
    return sum;
}

// Ten expressions of n numbers, n at least 2, and the program in `code`.
static Var expression(Tape *t, int f, const int *code, const Var *x, int n) {
    Var one = tape_number(t, 1), y = x[0], s;
    switch (f) {
    case 0: // all squares
        y = square(t, x[0]);
        for (int i = 1; i < n; i++)
            y = tape_add(t, y, square(t, x[i]));
        return y;
    case 1: // all differences to the next one, as a product
        y = tape_sub(t, x[0], x[1]);
        for (int i = 2; i < n; i++)
            y = tape_mul(t, y, tape_sub(t, x[i - 1], x[i]));
        return y;
    case 2: return tape_div(t, x[0], tape_add(t, one, square(t, x[1])));
    case 3: // log of a sum of exponentials
        y = tape_exp(t, x[0]);
        for (int i = 1; i < n; i++)
            y = tape_add(t, y, tape_exp(t, x[i]));
        return tape_log(t, y);
    case 4: // one product, used three times
        s = tape_mul(t, x[0], x[1]);
        return tape_mul(t, tape_add(t, s, s), s);
    case 5: // a long chain
        for (int i = 1; i < n; i++)
            y = tape_tanh(t, tape_add(t, y, x[i]));
        return y;
    case 6: return tape_tanh(t, x[1]); // the others have no part in it
    case 7: return tape_add(t, tape_sub(t, x[0], x[0]), x[1]);
    case 8: // two ways from s to the result
        s = tape_mul(t, x[0], x[1]);
        return tape_div(t, tape_mul(t, s, tape_exp(t, s)), tape_add(t, one, square(t, s)));
    case 9: // what is recorded later does not matter
        s = tape_mul(t, x[0], x[1]);
        tape_exp(t, tape_add(t, s, x[0]));
        return s;
    default: return program(t, code, x, n);
    }
}

// A network that learns x0 != x1: two inputs, three hidden units, one result.
enum { UNITS = 3, WEIGHTS = 4 * UNITS + 1 };

static Var network(Tape *t, const Var *w, double a, double b) {
    Var x = tape_number(t, a), y = tape_number(t, b), out = w[WEIGHTS - 1];
    for (int u = 0; u < UNITS; u++) {
        Var sum = tape_add(t, tape_mul(t, w[4 * u], x), tape_mul(t, w[4 * u + 1], y));
        Var unit = tape_tanh(t, tape_add(t, sum, w[4 * u + 2]));
        out = tape_add(t, out, tape_mul(t, w[4 * u + 3], unit));
    }
    return out;
}

// One step down the slope. Returns the loss before it.
static double learn(Tape *t, double *weights) {
    Var w[WEIGHTS], loss = -1;
    tape_clear(t);
    for (int i = 0; i < WEIGHTS; i++)
        w[i] = tape_number(t, weights[i]);
    for (int k = 0; k < 4; k++) {
        int a = k % 2, b = k / 2;
        Var off = tape_sub(t, network(t, w, a, b), tape_number(t, a != b));
        loss = k ? tape_add(t, loss, square(t, off)) : square(t, off);
    }
    tape_backward(t, loss);
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] -= 0.1 * tape_slope(t, w[i]);
    return tape_value(t, loss);
}

// value[f], gradient[f * n + i]: of the expressions at x, the program last. loss: of the network
// before the first step and the last. steady: 1 if the tape does not grow, and no
// node after the result has a slope.
void gradients(const double *x, const int *code, double *value, double *gradient, double *loss,
               int *steady, int n, int steps) {
    static Tape t;
    *steady = 1;
    for (int f = 0; f < 11; f++) {
        Var in[64];
        tape_clear(&t);
        for (int i = 0; i < n; i++)
            in[i] = tape_number(&t, x[i]);
        Var out = expression(&t, f, code, in, n);
        if (out < t.n - 1) tape_backward(&t, t.n - 1); // for another result first
        tape_backward(&t, out);
        tape_backward(&t, out); // a second time changes nothing
        for (int k = out + 1; k < t.n; k++)
            if (tape_slope(&t, k) != 0) *steady = 0;
        value[f] = tape_value(&t, out);
        for (int i = 0; i < n; i++)
            gradient[f * n + i] = tape_slope(&t, in[i]);
    }
    double weights[WEIGHTS];
    int first = 0;
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = 0.1 * ((7 * i) % 11 - 5);
    for (int s = 0; s < steps; s++) {
        loss[s > 0] = learn(&t, weights);
        if (s == 0) first = t.n;
        if (t.n != first || t.n + first > MOST) *steady = 0;
        if (t.n + first > MOST) return;
    }
    if (steps < 2) loss[1] = loss[0];
}
