// rejected by: case (the address of the words is taken once, and used as a pointer)
// A matrix times a vector on a mesh of cores. x comes from the north, partial
// sums go east, y leaves the mesh at its east side.

struct Pe {            // a core, as its program sees it
    int x, y;          // its place: column 0 is west, row 0 is north
    int width, height; // of the mesh
    int rows, cols;    // of a block of the matrix
    int state[4];      // for your own use; 0 at the start
};

enum Side { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8, CORE = 16 };
enum Colour { X, EVEN, ODD }; // a colour is a number from 0 to 7; 0 is x

void route(Pe *pe, int colour, int from, int to); // to: sides, joined by |
float &at(Pe *pe, int address);                   // a word of this core
void multiply_add(Pe *pe, int sums, int factors, float value, int n);
static float *&own(Pe *pe) { return *(float **)&pe->state[2]; }

void send(Pe *pe, int colour, float value);
void hold(Pe *pe, int colour);
void release(Pe *pe, int colour);

// Neighbours in a row use two colours in turn: a router has one route for each.
static int sent(const Pe *pe) {
    return pe->x % 2 ? ODD : EVEN;
}

static int received(const Pe *pe) {
    return pe->x % 2 ? EVEN : ODD;
}

// The memory: cols columns of rows factors each, then rows sums.
void place(Pe *pe, const float *a, int m, int n) {
    int top = pe->y * pe->rows, left = pe->x * pe->cols;
    for (int j = 0; j < pe->cols; j++)
        for (int i = 0; i < pe->rows; i++) {
            bool inside = top + i < m && left + j < n;
            at(pe, j * pe->rows + i) =
                inside ? a[(size_t)(top + i) * n + left + j] : 0;
        }
    for (int i = 0; i < pe->rows; i++)
        at(pe, pe->cols * pe->rows + i) = 0;

    own(pe) = &at(pe, 0);

    bool last = pe->y == pe->height - 1;
    route(pe, X, NORTH, last ? CORE : CORE | SOUTH);
    route(pe, sent(pe), CORE, EAST);
    if (pe->x == 0) return;
    route(pe, received(pe), WEST, CORE);
    hold(pe, received(pe)); // until the sums here are complete
}

// state[0]: words of x that came. state[1]: partial sums that came.
void task(Pe *pe, int colour, float value) {
    int sums = pe->cols * pe->rows;
    if (colour != X) {
        send(pe, sent(pe), own(pe)[sums + pe->state[1]++] + value);
        return;
    }
    int column = pe->state[0]++ * pe->rows;
    for (int i = 0; i < pe->rows; i++)
        own(pe)[sums + i] += own(pe)[column + i] * value;
    if (pe->state[0] < pe->cols) return;
    release(pe, received(pe));
    for (int i = 0; pe->x == 0 && i < pe->rows; i++)
        send(pe, sent(pe), own(pe)[sums + i]);
}
