// A matrix times a vector on a mesh of cores. x comes from the north, partial
// sums go east, y leaves the mesh at its east side.

struct Pe {            // a core, as its program sees it
    int x, y;          // its place: column 0 is west, row 0 is north
    int width, height; // of the mesh
    int rows, cols;    // of a block of the matrix
    int state[4];      // for your own use; 0 at the start
};

enum Side { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8, CORE = 16 };
enum Colour { X }; // a colour is a number from 0 to 7; 0 is x

void route(Pe *pe, int colour, int from, int to); // to: sides, joined by |
float &at(Pe *pe, int address);                   // a word of this core
void multiply_add(Pe *pe, int sums, int factors, float value, int n);
void send(Pe *pe, int colour, float value);
void hold(Pe *pe, int colour);
void release(Pe *pe, int colour);

// Before the run, for each core: its block of a, and the routes of its router.
void place(Pe *pe, const float *a, int m, int n) {
    // TODO: the block, with 0 where it goes past the end of a; sums of 0.
    route(pe, X, NORTH, CORE); // TODO: the cores to the south need x, too
    (void)a, (void)m, (void)n;
}

// A word of this colour has arrived at the core.
void task(Pe *pe, int colour, float value) {
    // TODO: multiply, add, and send partial sums to the east.
    (void)pe, (void)colour, (void)value;
}
