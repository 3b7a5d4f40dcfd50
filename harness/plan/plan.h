// The plan: exercises and tracks as data, loaded from YAML.
//
// Everything in a Plan lives in its arena and dies with it. Loading collects
// every error of every file (err chain), each with file, line and column.
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "plan/expr.h"
#include "plan/kind.h"
#include "plan/track.h"

// Element types an entry point can take. See types.def.
typedef enum ElemType {
#define ELEM(id, ...) ELEM_##id,
#include "plan/types.def"
    ELEM_COUNT,
} ElemType;

typedef struct ElemInfo {
    const char *ctype; // spelling in C: "float", "unsigned int"
    int bytes;
    bool is_float;  // compared with a tolerance; integers are exact
    bool is_signed; // for integers
} ElemInfo;
extern const ElemInfo elem_info[ELEM_COUNT];

// Half precision or bfloat16: the reference sees floats in their place.
static inline bool elem_is_half(ElemType t) {
    return t == ELEM_F16 || t == ELEM_B16;
}

typedef enum FillKind {
    FILL_NORMAL,  // about N(0, 1): sum of four 16-bit uniforms, scaled
    FILL_UNIFORM, // uniform(lo, hi)
    FILL_INT,     // int(lo, hi), both included
    FILL_TERNARY, // -1, 0, +1: sums are exact in fp32 up to 2^24
    FILL_SKEWED,  // skewed(lo, hi): integers, half of them equal to lo
    FILL_RARE,    // rare(v, n): v one time in n, else 0
    FILL_COMB,    // comb(v, n): normal, each n-th element v larger
    FILL_IOTA,    // 0, 1, 2, ...
    FILL_CONST,   // const(v)
    FILL_SPECIAL, // special(part): NaN, infinities, -0, ... among normal ones
    // Of these an element depends on all others (gate/judge/fill_whole.c).
    FILL_OFFSETS,     // offsets(last, skew): rising from 0 to last
    FILL_SORTED,      // sorted(lo, hi): rising, with repeats
    FILL_PERMUTATION, // 0 .. n-1 in random order
} FillKind;

typedef struct Fill {
    FillKind kind;
    Expr *a, *b; // bounds or value; NULL where the kind has none, or its own
} Fill;

// One parameter of the entry point, in order.
typedef struct Arg {
    const char *name;
    ElemType type;
    bool is_pointer;
    bool is_const;
    bool is_output; // output: true  poisoned before, compared after
    bool is_inout;  // inout: true   filled before, compared after
    Expr **shape;   // nshape extents, slowest first; 0 for a scalar
    int nshape;
    Fill fill;     // inputs and drawn scalars
    bool has_fill; // fill: was written; without it a scalar is not drawn
    Expr
        *value; // scalars: `value:` in args, else the case variable of its name
    const double *least;      // least: of an output, which no element is below
    const double *rtol;       // rtol: of an output, in the place of compare:'s
    const char *memory;       // "device", "host", "pinned", "managed"
    const struct Fact *facts; // facts: of an output whose elements each say
    int nfacts;               // something else; 0: it is an array like any
    Loc loc;
} Arg;

// One element of such an output: 1 means that the text is true.
typedef struct Fact {
    const char *id; // for hints: when: undisturbed
    const char *text;
} Fact;

// A function that the learner defines.
typedef struct EntryFunction {
    const char *name; // "transpose"
    const char *decl; // the whole declaration, as written
} EntryFunction;

// One `cases:` entry, or the variables of `measure:`.
typedef struct CaseVar {
    const char *name;
    Expr *expr;
} CaseVar;

typedef struct ArgFill { // fills: {in: ternary}, for one case
    int arg;
    Fill fill;
} ArgFill;

typedef struct Case {
    const char *name; // name:, or NULL
    CaseVar *vars;    // in the order written; later ones may use earlier ones
    int nvars;
    ArgFill *fills;
    int nfills;
    int times; // >= 1: drawn afresh each time
    bool
        loses_device; // kind program: tests.cu makes a kernel fail, and no call
                      // of CUDA works after it; a new process runs the next
    const char *model; // of the simulated device, for this case; or NULL
    Loc loc;
} Case;

typedef enum CompareKind {
    COMPARE_EXACT, // bit for bit (and -0 == +0)
    COMPARE_ULP,   // {ulp: 2} units in the last place of the fp64 reference
    COMPARE_TOL,   // {rtol: , atol: }  |got - want| <= atol + rtol * |want|
    COMPARE_MODEL, // {model: sum | dot, terms: expr} the rounding of a sum
    COMPARE_ROW,   // {model: row, terms: expr} softmax, norms: rows of terms
} CompareKind;

typedef struct Compare {
    CompareKind kind;
    double ulp, rtol, atol;
    const char *model; // "sum", "dot" or "row"
    Expr *terms;       // number of terms that each output element adds up
} Compare;

enum { MEASURE_SWEEP_MOST = 64 };

typedef struct Measure {
    bool present;
    CaseVar *vars; // the timed case on a GPU
    int nvars;
    CaseVar *sim_vars; // sim: {...} the smaller one on the simulated device
    int nsim_vars;     // 0: the same
    bool sample;       // sim: some blocks stand for all; outputs of that call
                       // are not compared
    // sampled: {...} the size at which the simulated device runs some of the
    // blocks for the gates on time
    CaseVar *sampled_vars;
    int nsampled_vars; // 0: none
    bool exact;        // sums of these inputs are exact: nothing is allowed
    Case *sweep;       // sweep: sizes of kata bench; every one has all vars
    int nsweep;        // 0: octaves
    ArgFill *fills;
    int nfills;
    Expr *bytes;        // bytes the exercise must move; NULL if not said
    Expr *flops;        // NULL if not said
    const char *access; // read | write | copy | triad, or NULL
    Loc loc;
} Measure;

typedef struct Gate {
    const char *metric; // one of plan/metrics.def
    const char *of;     // bandwidth: theoretical | read | write | copy | triad;
                        // a count: NULL, the timed case, or all "cases"
    const char *over;   // speedup: baseline file of solutions/, e.g. "naive"
    const char *per;    // counters: "request", "flop" ... (metrics.def)
    bool at_least;      // else at_most
    double bound;       // 80% is 0.8
    const char *on;     // "gpu" | "sim" | NULL for both
    Loc loc;
} Gate;

typedef struct Hint {
    const char
        *when; // NULL: part of the ladder, in order. Else a metric, a
               // pattern (plan/patterns.def), a trap kind, or a verdict id
    const char
        *of; // no output but these, with commas, is wrong then; NULL: any
    const char *say;
} Hint;

typedef struct Medal {
    const char *name; // "silver", "gold"
    Gate *gates;
    int ngates;
} Medal;

// shares: {bootcamp-103: ...}: why a line is covered that another exercise
// covers too.
typedef struct Share {
    const char *line, *why;
    Loc loc;
} Share;

typedef struct Exercise {
    const char *id;    // folder name: unique for ever
    int at;            // its place in Plan.exercises
    const char *topic; // folder above it
    const char *dir;   // exercises/<topic>/<id>
    const char *sol;   // solutions/<topic>/<id>
    const char *yaml;  // path of exercise.yaml
    const char *title, *blurb;
    Kind kind;
    int minutes;
    const char **needs, **teaches, **covers; // NULL-terminated, never NULL
    Share *shares;
    int nshares;
    unsigned machines;      // 1 << MACHINE_..., all of them; 0: any does
    const char **attests;   // lines that it answers by the learner's word only
    const char *file;       // "transpose.cu"
    const char **flags;     // kind c: further flags of cc; NULL-terminated
    const char *entry;      // "transpose"
    const char *entry_decl; // the whole declaration, as written
    EntryFunction
        *functions;    // the learner's: the entry, or those that the entry,
    int nfunctions;    // which then is in tests.cu, calls
    const char *tests; // solutions/<topic>/<id>/tests.cu or .py, or NULL
    bool host;         // its code computes as well, by design
    bool same_bits;    // the order of blocks changes no bit of a result
    bool tunes;        // kind triton: @triton.autotune has to choose
    // Libraries, headers that the lesson replaces: "cub"; in C, words.
    const char **forbids;
    const char **libraries; // kind program: "cublas", "nccl",
                            // "cudadevrt"; NULL-terminated
    int devices;            // kind program: how many it takes; 0: one
    bool passes_as_shipped; // starts: passing (hello)
    Arg *args;
    int nargs;
    Case *cases;
    int ncases;
    Compare compare;
    Measure measure;
    Gate *gates;
    int ngates;
    Medal *medals;
    int nmedals;
    Hint *hints;
    int nhints;
    const struct Question *answers; // answers: in the file (answers.h)
    int nanswers;
    const struct Node *root; // exercise.yaml, for exercise_version
    const char **sanitizer;  // sanitizer: tools that it asks for; or NULL
    double seconds; // limits: {seconds: 10} wall clock of one check's run
    const struct Paper *paper; // kinds without a kernel (paper.h), else NULL
    const char *zoo; // zoo: where a kernel zoo keeps it, or NULL: topic/id
    Loc loc;
} Exercise;

typedef struct Plan {
    Arena arena;
    const char *root;
    Exercise **exercises; // by id
    int nexercises;
    Track **tracks; // by id
    int ntracks;
    Topic **topics; // the bank: by the order of their files' names
    int ntopics;
    Map by_id;   // Exercise *
    Map planned; // Planned *, what the bank announces; exercises hide it
    struct YamlCache *cache; // while it is being loaded, or NULL
} Plan;

// Loads exercises/*/*/exercise.yaml, curriculum/bank/*.yaml and the tracks of
// curriculum/ under root. On failure
// returns false with every error found; *p then holds what did load, so that
// one broken exercise does not stop the others. Free with plan_free either way.
bool plan_load(Plan *p, const char *root, Err *err);
// The same; parsed YAML is kept in that file from one run to the next.
bool plan_load_cached(Plan *p, const char *root, const char *cache, Err *err);
void plan_free(Plan *p);

// Returns whether its entry runs on a CUDA device: kinds cuda, triton
// and program.
bool exercise_is_cuda(const Exercise *ex);
// Likewise whether kernels may run in it: also in Python with CUDA in the file.
bool exercise_has_kernels(const Exercise *ex);
// Likewise whether it is in HIP: its tests say how many lanes there are, by a
// function of kata's header of HIP.
#define HIP_SET_WAVE "hip_set_wave"
bool exercise_is_hip(const Exercise *ex);
// An argument of its entry has this name.
bool exercise_has_arg(const Exercise *ex, const char *name);
// A gate allows at most that much of the metric, or less.
bool exercise_limits(const Exercise *ex, const char *metric, double most);

// Loads one exercise.yaml. Returns NULL and fills err on failure.
Exercise *exercise_load(Arena *a, const char *path, Err *err);

const Exercise *plan_find(const Plan *p, const char *id);   // NULL if none
const Track *plan_track(const Plan *p, const char *id);     // NULL if none
const Planned *plan_planned(const Plan *p, const char *id); // NULL if none

// Resolves an address (design, section 2): an id, `week06/transpose` in the
// active track, `track:week06/transpose`, a path to its file (in exercises/,
// solutions/ or work/), or any unique prefix of an id. track may be NULL (no
// active track). On failure ERR_USAGE with the nearest three. item, if not
// NULL, receives the track's item, or NULL.
const Exercise *plan_resolve(const Plan *p, const Track *track,
                             const char *address, const Item **item, Err *err);

// The address to show: "week06/transpose" in the track, else the id.
char *plan_address(Arena *a, const Track *track, const Exercise *ex);

// The gates that judge: the exercise's, with the item's overrides applied.
// item may be NULL.
Gate *plan_gates(Arena *a, const Exercise *ex, const Item *item, int *n);

// Draws the variables of a case (or measure) into env.
bool plan_draw(const CaseVar *vars, int n, Rng *rng, Env *env, Err *err);

// Hash over all that decides a verdict: exercise.yaml without prose, the
// reference, gates. When it changes, old passes become stale.
void exercise_version(const Exercise *ex, char hex[65]);

#endif
