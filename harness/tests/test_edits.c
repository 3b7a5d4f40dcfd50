// Small edits of a file: which there are, and the file that has all of them.
#include "gate/check/edits.h"
#include "tests/tests.h"

#include <string.h>

static Arena arena;

static void end_test(void) {
    arena_reset(&arena);
}

static const Edit *find(const char *code, const char *old, const char *by) {
    Edit *all;
    int n = edits_of(&arena, code, NULL, &all);
    for (int i = 0; i < n; i++)
        if ((int)strlen(old) == all[i].len && !strcmp(all[i].by, by) &&
            !memcmp(code + all[i].at, old, strlen(old)))
            return &all[i];
    return NULL;
}

static const char kernel[] =
    "__global__ void add(const float *in, float *out, int rows, int cols) {\n"
    "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "    float sum = 0.0f;\n"
    "    for (int i = 0; i < cols; i++)\n"
    "        sum += in[row * cols + i];\n"
    "    if (row < rows) out[row] = fmaxf(sum, 1.0f);\n"
    "    out[row] = expf(sum - rows / cols);\n"
    "    sum = (sum + rows) / cols;\n"
    "    sum = sum - (rows + cols);\n"
    "    out[row + rows % cols] = sum;\n"
    "    row = threadIdx.x * blockDim.x + blockIdx.x;\n"
    "    for (int step = rows; step > 0; step /= 2) sum += step;\n"
    "}\n"
    "void other(int more) {\n"
    "    int packets = more / 4;\n"
    "    out[packets + more] = 0;\n"
    "    dim3 grid(more / 32, 1);\n"
    "    add<<<grid, 32>>>(0, 0, 1, 2);\n"
    "    int wide = 8;\n"
    "    add<<<blocks_for(wide * 2), 32>>>(0, 0, 1, 2);\n"
    "}\n";

// A wrong place in a beginner's file, and an edit that would repair it.
static const struct {
    const char *old, *by;
} repairs[] = {
    {"<", "<="},
    {"0", "1"},
    {"cols", "rows"},
    {"y", "x"},
    {"+=", "="},
    {"fmaxf", "fminf"},
    {"more / 32", "((more + 32 - 1) / 32)"},
    {"0.0f", "-(1.0f / 0.0f)"},
    {"+ i", " "},
    {"row * cols + i", "(row * cols + i) + 1"},
    {"int", "long long"},
    {"row < rows", "!(row < rows)"},
    {"grid, 32", "32, grid"},
    {"sum += in[row * cols + i]", " "},
    {"packets", "4 * packets"},
    {"expf(sum - rows / cols)", "expf(sum - rows) / cols"},
    {"more", "more * packets"},
    {"(sum + rows) / cols", "(sum / cols + rows)"},
    {"sum - (rows + cols)", "(sum - rows) - cols"},
    {"row + rows % cols", "(row + rows) % cols"},
    {"rows", "(rows / 2)"},
    {"threadIdx.x * blockDim.x + blockIdx.x",
     "blockIdx.x * blockDim.x + threadIdx.x"},
    {"wide", "32 * wide"},
};

START_TEST(a_beginners_mistake_has_an_edit) {
    const Edit *e = find(kernel, repairs[_i].old, repairs[_i].by);
    ck_assert_msg(e, "no edit of '%s'", repairs[_i].old);
    ck_assert_int_ge(e->line, 2);
}
END_TEST

// What is missing, in a line of a kernel, and an edit that puts it in.
static const struct {
    const char *line, *old, *by, *says;
} insertions[] = {
    {"out[0] = sum;", "out", "if (threadIdx.x == 0) out",
     "with `if (threadIdx.x == 0)` before the statement of line 2"},
    {"out[i] = sum;", "out", "if (i < n) out",
     "with `if (i < n)` before the statement of line 2"},
    {"float v = in[i];", "in[i]", "i < n ? in[i] : 0",
     "with 0 in place of the value unless `i < n` in line 2"},
    {"if (i < n) out[t] = in[i];", "if (i < n) out[t] = in[i];",
     "out[t] = (i < n) ? (in[i]) : 0;",
     "with a 0 stored to `out[t]` otherwise in line 2"},
    {"if (i >= n) return;", "if (i >= n) return;", " ", NULL},
    {"if (i > 0 && i < n) f();", "i > 0 &&", " ", NULL},
    {"bool in = i > 0 && i < n;", "&& i < n", " ", NULL},
    {"if (a) f(); else if (b) g();", "else", " ", NULL},
    {"int at = blockIdx.x * blockDim.x;", "blockIdx.x", "blockIdx.x * ITEMS",
     "with `blockIdx.x * ITEMS` for `blockIdx.x` in line 2"},
    {"int step = gridDim.x;", "gridDim.x", "(gridDim.x * blockDim.x)", NULL},
    {"int lane = threadIdx.x;", "threadIdx.x", "threadIdx.x % 32", NULL},
    {"int at = threadIdx.x;", "threadIdx.x",
     "(blockIdx.x * blockDim.x + threadIdx.x)", NULL},
    {"for (int k = 0; k < 256; k++) f();", "256", "n", NULL},
    {"int row = gridDim.x * blockDim.x;", "gridDim.x * blockDim.x", "n", NULL},
    {"int end = i + t;", "i + t", "min(i + t, n)", NULL},
    {"cudaMemset(out, 0, n);", "n", "(n) * 4", NULL},
    {"cudaMemcpyAsync(out, in, n * 2, k, s);", "n * 2", "(n * 2) * 4", NULL},
    {"f<<<n, 128>>>(out);", "n", "(n + 128 - 1) / 128", NULL},
    {"x = 1.0f / (sqrtf(v) + eps);", "sqrtf(v) + eps", "sqrtf(v + eps)", NULL},
    {"x = in[i] - m;", "in[i] - m", "m - in[i]", NULL},
    {"char c = 0;", "char", "unsigned char", NULL},
    {"out[i] = sum;", "i", "blockIdx.x",
     "with the index `blockIdx.x` in `out[]` in line 2"},
    {"out[0] = atomicAdd(&out[0], v);", "out[0] =", " ", NULL},
    {"do { i += t; } while (i < n);", "do { i += t; } while (i < n);",
     "while (i < n) { i += t; }",
     "with the test of line 2 before the loop's body"},
    {"if (t >= n) { t -= n; i++; }", "if", "while", NULL},
    {"f(i); g(t);", "f(i); g(t);", "g(t); f(i);",
     "with lines 2 and 2 the other way round"},
    {"if (i) { f(i); } g(t);", "f(i); }", "} f(i);", NULL},
    {"for (int k = 0; k < n; k++) { sum += v; }", "{", "{ sum = 0;", NULL},
    {"i = n * t + m;", "i = n * t + m;", " i = m * t + n ;",
     "with `m` and `n` exchanged in line 2"},
    {"for (int k = threadIdx.x; k < n; k += blockDim.x) f();",
     "for (int k = threadIdx.x; k < n; k += blockDim.x)",
     "for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += "
     "gridDim.x * blockDim.x)",
     NULL},
    {"for (int k = 0; k < n; k++) f();", "for (int k = 0; k < n; k++)",
     "for (int k = threadIdx.x; k < n; k += blockDim.x)", NULL},
    {"int r = t / n, c = t % n;", "n, c = t % n", "m, c = t % m",
     "with `/ m` and `% m` in lines 2 and 2"},
    {"v = in[i * n + t];", "i * n + t", "t * n + i",
     "with the index `t * n + i` in `in[]` in line 2"},
    {"v = in[i * m + t];", "i * m + t", "t * n + i", NULL},
    {"v = tile[t][i] * a[j];", "[t][i]", "[i][j]",
     "with `tile[i][j]` in line 2"},
    {"v = tile[t][i] * a[j];", "[t][i]", "[j][t]", NULL},
    {"v += in[t];", "t", "t * ITEMS",
     "with the index `t * ITEMS` in `in[]` in line 2"},
    {"v = in[blockIdx.x];", "blockIdx.x", "i / m", NULL},
    {"int k = sums[0][t];", "sums[0][t]", "(t > 0 ? sums[0][t - 1] : 0)",
     "with `sums[0][t - 1]`, and 0 for the first, in line 2"},
    {"for (int k = t; k < 8 + n; k += 8) f();", "n", "2 * n",
     "with `2 * n` in the test of the loop in line 2"},
    {"v = in[4 * i];", "4 *", " ", NULL},
    {"if (i > n || t > m) return;", "i > n || t > m", " i >= n || t >= m",
     "with `>=` for each `>` in line 2"},
    {"out[i] = out[t]; out[t] += out[i];", "out[i] = out[t]; out[t] += out[i];",
     "{ auto kept = out[i]; out[i] = out[t]; out[t] += kept ; }",
     "with the value that `out[i]` has before line 2 kept for line 2"},
    {"i = blockIdx.y * blockDim.y + t;", "blockDim.y", "BLOCK",
     "with `BLOCK` for `blockDim.y` in line 2"},
    {"int word = t; v = word >> 24;", "int", "unsigned", NULL},
    {"i = blockIdx.x * BLOCK; m = gridDim.x * BLOCK;",
     "BLOCK; m = gridDim.x * BLOCK", "blockDim.x ; m = gridDim.x * blockDim.x",
     "with `blockDim.x` for `BLOCK`, also further down, in line 2"},
    {"for (int k = 0; k < 4; k++) { f(i); i += t; }", "k < 4", "k < 4 && i < n",
     "with `i < n` tested in each round of the loop in line 2"},
    {"} void g(int n) { int blocks = (n + 31) / 32;", "n", "4 * n",
     "with `4 * n` for `n` in line 2"},
    {"} void g(int n) { int b = (n + 255) / 256;",
     "} void g(int n) { int b = (n + 255) / 256;",
     " } void g ( int n ) { int b = ( n + (BLOCK - 1) ) / BLOCK ;",
     "with `BLOCK` for `256` in line 2"},
    {"v = in[t * BLOCK + i] + in[i * ITEMS + t];", "t * BLOCK", "t * ITEMS",
     "with `t * ITEMS` for `t * BLOCK` in line 2"},
    {"for (int k = 0; k < 4; k++) v += in[k * 64 + threadIdx.x];",
     "k * 64 + threadIdx.x", "threadIdx.x * 4 + k",
     "with neighbours for each thread, `threadIdx.x * 4 + k` for `k * 64 + "
     "threadIdx.x`, in line 2"},
    {"j = t * ITEMS; if (j < n) f();", "n", "n * ITEMS",
     "with `n * ITEMS` for `n` in line 2"},
    {"v = x / (sum + v);", "(sum + v)", "sum + v",
     "with `/ sum + v` for `/ (sum + v)` in line 2"},
    {"float all = 0; for (int k = 0; k < n; k++) { all += v; }",
     "float all = 0; for (int k = 0; k < n; k++) {",
     "for (int k = 0; k < n; k++) { float all = 0;",
     "with the declaration of `all` in line 2 moved into the loop of line 2, "
     "so "
     "that it begins anew in each round,"},
    {"v += __shfl_xor_sync(~0, v, 1); if (threadIdx.x == 0) f();",
     "threadIdx.x == 0", "threadIdx.x % 32 == 0",
     "with lane 0 of each warp, `threadIdx.x % 32 == 0`, for `threadIdx.x == "
     "0` in line 2"},
    {"int w = (blockIdx.x * 64 + threadIdx.x) >> 5; w += gridDim.x * 64;",
     "gridDim.x * 64", "((gridDim.x * 64) >> 5)",
     "with `>> 5` after `gridDim.x * 64` in line 2, as line 2 has it,"},
};

START_TEST(what_is_missing_is_put_in) {
    const char *code = arena_fmt(
        &arena,
        "const int ITEMS = 4; const int BLOCK = 128; "
        "__global__ void f(const float *in, float *out, int n, int m) "
        "{ int i = 0, j = blockIdx.x, t = threadIdx.x; float sum = 0, v = 0, "
        "x;\n"
        "%s\n}\n",
        insertions[_i].line);
    Edit *all;
    bool found = false;
    int n = edits_of(&arena, code, NULL, &all);
    for (int i = 0; i < n; i++) {
        const Edit *e = &all[i];
        if (e->line != 2 || (int)strlen(insertions[_i].old) != e->len ||
            memcmp(code + e->at, insertions[_i].old, (size_t)e->len) != 0 ||
            strcmp(e->by, insertions[_i].by) != 0)
            continue;
        found = true;
        if (insertions[_i].says)
            ck_assert_str_eq(edit_words(&arena, code, e), insertions[_i].says);
    }
    ck_assert_msg(found, "no edit of '%s'", insertions[_i].line);
}
END_TEST

static const char sums[] =
    "__global__ void sums(const float *in, float *out) {\n"
    "    __shared__ float tile[64];\n"
    "    tile[threadIdx.x] = in[threadIdx.x];\n"
    "    for (int s = 32; s > 0; s /= 2) {\n"
    "        if (threadIdx.x < s)\n"
    "            tile[threadIdx.x] += tile[threadIdx.x + s];\n"
    "        cluster.sync();\n"
    "    }\n"
    "    out[0] = tile[0];\n"
    "}\n"
    "void other(int more) {\n"
    "    sums<<<more, 64>>>(0, 0);\n"
    "}\n";

static int barriers(const EditFocus *f, const char *by, int *lines, int most) {
    Edit *all;
    int n = edits_of(&arena, sums, f, &all), found = 0;
    for (int i = 0; i < n; i++) {
        if (all[i].len > 0) continue;
        ck_assert_int_eq(all[i].of == NULL, true);
        if (!strcmp(all[i].by, by) && found < most)
            lines[found++] = all[i].line;
    }
    return found;
}

// The likeliest first: between the two lines of the trap, outside of the loop.
START_TEST(an_order_asks_for_a_barrier) {
    EditFocus f = {
        .line = 6, .other_line = 3, .is_order = true, .barriers = true};
    int lines[16];
    int n = barriers(&f, "__syncthreads(); ", lines, 16);
    ck_assert_int_ge(n, 6);
    ck_assert_int_eq(lines[0], 3);
    ck_assert_int_eq(lines[1], 4);
    for (int i = 0; i < n; i++) {
        ck_assert_int_ne(lines[i], 6); // that would be what the `if` guards
        ck_assert_int_le(lines[i], 10);
    }
    ck_assert_int_eq(barriers(&f, "__syncwarp(); ", lines, 16), n);
    ck_assert_int_eq(barriers(&f, "cluster.sync(); ", lines, 16), n);
}
END_TEST

// Threads that take another way would not come to it.
START_TEST(a_barrier_is_for_all_threads) {
    static const char code[] = "__global__ void k(float *a, int n) {\n"
                               "    __shared__ float s[64];\n"
                               "    int i = threadIdx.x, last = i + 1;\n"
                               "    s[i] = a[i];\n"
                               "    if (last < n) {\n"
                               "        a[i] = 0;\n"
                               "        a[i] += s[last];\n"
                               "    }\n"
                               "    if (n > 3) {\n"
                               "        a[i] += s[last];\n"
                               "    }\n"
                               "}\n";
    EditFocus f = {
        .line = 7, .other_line = 4, .is_order = true, .barriers = true};
    Edit *all;
    int n = edits_of(&arena, code, &f, &all);
    bool at[16] = {0};
    for (int i = 0; i < n; i++)
        if (all[i].is_barrier) at[all[i].line] = true;
    ck_assert(at[5]);
    ck_assert(!at[6] && !at[7] && !at[8]);
    ck_assert(at[9] && at[10]); // one way for all
}
END_TEST

// Blocks that do not ask which one they are do the same again.
START_TEST(no_number_of_blocks_repairs_what_all_do) {
    static const char code[] =
        "__global__ void f(int *a, int n) { a[%s] = n; }\n"
        "void g(int *a, int n) { f<<<n, 128>>>(a, n); }\n";
    static const char *const index[] = {"threadIdx.x", "blockIdx.x"};
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(find(arena_fmt(&arena, code, index[i]), "n",
                              "(n + 128 - 1) / 128") != NULL,
                         i == 1);
}
END_TEST

// Fewer threads would not meet; that is no repair.
START_TEST(threads_that_meet_stay) {
    static const char code[] = "__global__ void k(int *a, int n) {\n"
                               "    if (threadIdx.x >= n) return;\n"
                               "    if (threadIdx.x < n) a[0] = n;\n"
                               "}\n"
                               "void f(int *a, int n) {\n"
                               "    k<<<n, 256>>>(a, n);\n"
                               "}\n";
    EditFocus f = {.line = 3, .counts_threads = true};
    for (int counts = 0; counts < 2; counts++) {
        Edit *all;
        bool launch = false, leaves = false, guard = false;
        f.counts_threads = counts;
        int n = edits_of(&arena, code, &f, &all);
        for (int i = 0; i < n; i++) {
            bool compares = all[i].of && strstr(all[i].of, "comparison");
            launch |=
                all[i].line == 6 && all[i].of && strstr(all[i].of, "number");
            leaves |= all[i].line == 2 && compares;
            guard |= all[i].line == 3 && compares;
        }
        ck_assert_int_eq(launch, !counts);
        ck_assert_int_eq(leaves, !counts);
        ck_assert(guard);
    }
}
END_TEST

// Code that an edit leaves out, and the sentence about it: the edit hides the
// mistake of another line, or it is the mistake.
static const struct {
    const char *old, *hides;
} hidings[] = {
    {"+ 1", "Look at each line that uses `PITCH`"},
    {"* EACH", "depends on it in line 9"},
    {"v += __shfl_down_sync(~0u, v, d)", "Which lanes have the right value"},
    {"- 2", NULL}, // of a launch whose kernel has no step by the grid
    {"- 3", NULL},
};

START_TEST(an_edit_that_hides_a_mistake_comes_later) {
    static const char code[] =
        "const int SIDE = 32, EACH = 4;\n"
        "const int PITCH = SIDE + 1;\n"
        "__device__ float sum(float v) {\n"
        "    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, "
        "d);\n"
        "    return v;\n"
        "}\n"
        "__global__ void k(float *a, int n) {\n"
        "    int i = blockIdx.x * 256 + threadIdx.x - 3;\n"
        "    for (; i < n; i += gridDim.x * 256) a[i * PITCH] = sum(a[i]);\n"
        "}\n"
        "__global__ void other(float *a) { a[blockIdx.x] = gridDim.x; }\n"
        "void f(float *a, int n) {\n"
        "    int each = 256 * EACH, blocks = n / each;\n"
        "    k<<<blocks, 256>>>(a, n);\n"
        "    other<<<n - 2, 256>>>(a);\n"
        "}\n";
    const Edit *e = find(code, hidings[_i].old, " "),
               *plain = find(code, "- 3", " ");
    ck_assert(e && plain);
    ck_assert_int_eq(e->hides == NULL, hidings[_i].hides == NULL);
    if (!e->hides) return;
    ck_assert_msg(strstr(e->hides, hidings[_i].hides), "%s", e->hides);
    ck_assert_int_lt(e->weight, plain->weight);
}
END_TEST

// The line of the trap may be the one with the wrong row.
START_TEST(another_row_than_the_traps_is_one_of_two) {
    static const char code[] = "const int SIDE = 32, PITCH = SIDE + 1;\n"
                               "__global__ void k(float *a) {\n"
                               "    a[threadIdx.y * PITCH] = 1;\n"
                               "    a[0] = a[threadIdx.y * SIDE];\n"
                               "}\n";
    EditFocus f = {.line = 4, .is_order = true};
    Edit *all;
    int n = edits_of(&arena, code, &f, &all), found = 0;
    for (int i = 0; i < n; i++) {
        if (!all[i].says || !strstr(all[i].says, "` for `y * ")) continue;
        ck_assert_int_eq(all[i].hides != NULL, all[i].line == 3);
        found |= all[i].line == 3 ? 1 : 2;
    }
    ck_assert_int_eq(found, 3);
}
END_TEST

START_TEST(an_index_is_named_whole) {
    Edit *all;
    int n = edits_of(&arena, "void f(int *a, int i) { a[i * 2] = 0; }", NULL,
                     &all),
        found = 0;
    for (int i = 0; i < n; i++)
        found += !strcmp(all[i].by ? all[i].by : "", "(i * 2) + 1") &&
                 all[i].len == 5;
    ck_assert_int_eq(found, 1);
}
END_TEST

START_TEST(no_order_asks_for_none) {
    EditFocus f = {.line = 6, .other_line = 3};
    int lines[16];
    ck_assert_int_eq(barriers(&f, "__syncthreads(); ", lines, 16), 0);
    ck_assert_int_eq(barriers(NULL, "__syncthreads(); ", lines, 16), 0);
}
END_TEST

START_TEST(edits_of_the_trap_come_first) {
    EditFocus f = {.line = 6};
    Edit *all;
    ck_assert_int_gt(edits_of(&arena, sums, &f, &all), 10);
    for (int i = 0; i < 10; i++)
        ck_assert_int_ge(all[i].line, 3);
    ck_assert_int_eq(all[0].line, 6);
}
END_TEST

// No name is exchanged, no statement left out: the line of the trap might not
// be reached, and the cause would still be there.
START_TEST(a_trap_is_not_evaded) {
    EditFocus f = {.line = 5};
    Edit *all;
    int n = edits_of(&arena, kernel, &f, &all);
    ck_assert_int_gt(n, 20);
    bool index = false, limit = false;
    for (int i = 0; i < n; i++) {
        ck_assert(!all[i].evades);
        bool exchanged = all[i].len == 4 && !strcmp(all[i].by, "rows") &&
                         !memcmp(kernel + all[i].at, "cols", 4);
        index |= exchanged && all[i].line == 5;
        limit |= exchanged && all[i].line == 4;
    }
    ck_assert(index && !limit); // another index is reached all the same
    ck_assert_ptr_nonnull(find(kernel, "cols", "rows"));
}
END_TEST

START_TEST(a_barrier_is_told_with_its_line) {
    Edit e = {.by = "__syncwarp(); ", .line = 7, .is_barrier = true};
    ck_assert_str_eq(edit_words(&arena, sums, &e),
                     "with `__syncwarp()` before line 7");
}
END_TEST

START_TEST(members_are_exchanged) {
    static const char code[] =
        "__device__ bool f(Pair a, Pair b) {\n"
        "    return a.key == b.key || a.place < b.size();\n}\n";
    ck_assert_ptr_nonnull(find(code, "key == b.key", "place == b.place"));
    ck_assert_ptr_nonnull(find(code, "place", "key"));
    ck_assert_ptr_null(find(code, "place", "size"));
    ck_assert_ptr_null(find(code, "key == b.key", "size == b.size"));
}
END_TEST

START_TEST(names_stay_in_their_function) {
    ck_assert_ptr_null(find(kernel, "cols", "more"));
    ck_assert_ptr_null(find(kernel, "more", "cols"));
    ck_assert_ptr_null(find(kernel, "rows", "sum")); // another type
    ck_assert_ptr_null(find(kernel, "in", "row"));
}
END_TEST

START_TEST(a_template_compares_nothing) {
    static const char *const codes[] = {
        "template <int N> __device__ int twice(int x) { return x; }\n",
        "void f() { g<3>(1); h<<<1, 2>>>(p); auto x = cast<const int *>(p); }"};
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        ck_assert_ptr_null(find(codes[i], "<", "<="));
        ck_assert_ptr_null(find(codes[i], ">", ">="));
    }
    ck_assert_ptr_nonnull(
        find("void f() { if (a < b && c > d) g(); }\n", "<", "<="));
}
END_TEST

START_TEST(the_likeliest_come_first) {
    Edit *all;
    int n = edits_of(&arena, kernel, NULL, &all);
    ck_assert_int_gt(n, 40);
    for (int i = 1; i < n; i++)
        ck_assert_int_ge(all[i - 1].weight, all[i].weight);
    ck_assert_int_eq(edits_of(&arena, "", NULL, &all), 0);
    ck_assert_int_eq(edits_of(&arena, "\"<\" '<' [ ( <", NULL, &all), 0);
}
END_TEST

// Text that is no program at all.
START_TEST(any_text_is_read) {
    char text[64];
    unsigned seed = 7;
    static const char signs[] = "<>()[]{};,=+-*/&#\\\"'.0a\n int float<<<>>>";
    for (int i = 0; i < 3000; i++) {
        for (size_t k = 0; k < sizeof text - 1; k++) {
            seed = seed * 1664525U + 1013904223U;
            text[k] = signs[(seed >> 16) % (sizeof signs - 1)];
        }
        text[sizeof text - 1] = 0;
        Edit *all;
        int n = edits_of(&arena, text, NULL, &all);
        for (int k = 0; k < n; k++) {
            ck_assert_int_ge(all[k].at, 0);
            ck_assert_int_le(all[k].at + all[k].len, (int)strlen(text));
        }
        arena_reset(&arena);
    }
}
END_TEST

START_TEST(a_file_has_every_copy_and_one_entry) {
    Arg args[] = {{.name = "n"}, {.name = "out"}};
    Exercise ex = {.entry = "run",
                   .entry_decl = "void run(int n, float *out)",
                   .args = args,
                   .nargs = 2};
    const char *code = "#include <cmath>\n"
                       "void run(int n, float *out) { out[0] = n + 1; }\n";
    const Edit *less = find(code, "+", "-");
    ck_assert_ptr_nonnull(less);
    Edit two[2] = {{0}, *less};
    char *file = edits_file(&arena, code, &ex, two, 2);
    ck_assert(strncmp(file, "#include <cmath>\n", 17) == 0);
    ck_assert_ptr_null(strstr(file + 1, "#include"));
    ck_assert_ptr_nonnull(
        strstr(file, "namespace e0 {\n#line 1 \"small_edit_0\""));
    ck_assert_ptr_nonnull(strstr(file, "{ out[0] = n + 1; }"));
    ck_assert_ptr_nonnull(strstr(file, "{ out[0] = n - 1; }"));
    ck_assert_ptr_nonnull(strstr(file, "case 1: return e1::run(n, out);"));
}
END_TEST

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)); p++)
        n++;
    return n;
}

// What an edit does not change, and what does not use it, is compiled once.
START_TEST(parts_that_stay_are_shared) {
    Exercise ex = {.entry = "run", .entry_decl = "void run()"};
    static const struct {
        const char *before;
        int copies_of_other; // with that of the file itself
    } all[] = {
        {"", 1},
        {"const float FIRST = 1;\n", 1},
        {"#define FIRST 1\n", 1},
        {"__device__ int first;\n", 2},                  // keeps its value
        {"struct First { int a; };\n", 2},               // brings its functions
        {"void keeps() { static int calls = 1; }\n", 2}, // keeps its value
        {"#ifdef FIRST\n#endif\n", 2},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        const char *code =
            arena_fmt(&arena,
                      "%s__global__ void one(int x) { f(x + 1); "
                      "}\n__global__ void other(int y) { g(y); }\n"
                      "void run() { one<<<1, 1>>>(2); }\n",
                      all[i].before);
        const Edit *less = find(code, "+", "-");
        ck_assert_ptr_nonnull(less);
        Edit two[2] = {{0}, *less};
        char *file = edits_file(&arena, code, &ex, two, 2);
        ck_assert_int_eq(count(file, "void one(int x)"), 2);
        ck_assert_int_eq(count(file, "void run() { one"), 2);
        ck_assert_msg(count(file, "void other(int y)") ==
                          all[i].copies_of_other,
                      "after '%s'", all[i].before);
        ck_assert_ptr_nonnull(strstr(file, "case 1: return e1::run();"));
    }
    // Of a constant all that uses it is copied, of a macro everything.
    static const char macro[] = "#define STEP 7\nconst int OWN = 5;\n"
                                "void one() { f(OWN); }\n"
                                "void run() { g(STEP); }\n";
    Edit two[2] = {{0}, *find(macro, "5", "6")};
    char *file = edits_file(&arena, macro, &ex, two, 2);
    ck_assert_int_eq(count(file, "void one()"), 2);
    ck_assert_ptr_nonnull(strstr(file, "case 1: return e0::run();"));
    two[1] = *find(macro, "7", "8");
    file = edits_file(&arena, macro, &ex, two, 2);
    ck_assert_ptr_nonnull(strstr(file, "case 1: return e1::run();"));
    const char *last = strstr(file, "STEP 8");
    ck_assert_ptr_nonnull(last);
    ck_assert_ptr_nonnull(strstr(last, "#define STEP 7"));
}
END_TEST

START_TEST(an_edit_is_told_in_words) {
    const Edit *e = find(kernel, "<", "<=");
    ck_assert_str_eq(edit_words(&arena, kernel, e),
                     "with another comparison in place of `<` in line 4");
    e = find(kernel, "sum += in[row * cols + i]", " ");
    ck_assert_str_eq(edit_words(&arena, kernel, e),
                     "without `sum += in[row * cols + i]` in line 5");
    // A letter of a word is no name, and no value is made of itself.
    static const char grid[] = "void run(int n, int m) {\n"
                               "    int blocks = (n + 31) / 32;\n}\n";
    ck_assert_str_eq(edit_words(&arena, grid, find(grid, "n", "m")),
                     "with another name in place of `n` in line 2");
    ck_assert_ptr_null(find(grid, "n", "blocks"));
}
END_TEST

SUITE_OF(edits) {
    Suite *s = suite_create("edits");
    TCase *t = tcase_create("edits");
    tcase_add_checked_fixture(t, NULL, end_test);
    tcase_add_loop_test(t, a_beginners_mistake_has_an_edit, 0,
                        COUNT_OF(repairs));
    tcase_add_loop_test(t, what_is_missing_is_put_in, 0, COUNT_OF(insertions));
    tcase_add_test(t, names_stay_in_their_function);
    tcase_add_test(t, an_order_asks_for_a_barrier);
    tcase_add_test(t, a_barrier_is_for_all_threads);
    tcase_add_test(t, no_number_of_blocks_repairs_what_all_do);
    tcase_add_test(t, threads_that_meet_stay);
    tcase_add_test(t, another_row_than_the_traps_is_one_of_two);
    tcase_add_loop_test(t, an_edit_that_hides_a_mistake_comes_later, 0,
                        COUNT_OF(hidings));
    tcase_add_test(t, an_index_is_named_whole);
    tcase_add_test(t, no_order_asks_for_none);
    tcase_add_test(t, edits_of_the_trap_come_first);
    tcase_add_test(t, a_trap_is_not_evaded);
    tcase_add_test(t, a_barrier_is_told_with_its_line);
    tcase_add_test(t, members_are_exchanged);
    tcase_add_test(t, a_template_compares_nothing);
    tcase_add_test(t, the_likeliest_come_first);
    tcase_add_test(t, any_text_is_read);
    tcase_add_test(t, a_file_has_every_copy_and_one_entry);
    tcase_add_test(t, parts_that_stay_are_shared);
    tcase_add_test(t, an_edit_is_told_in_words);
    suite_add_tcase(s, t);
    return s;
}
