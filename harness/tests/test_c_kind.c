// What kind c adds: vectors in machine code, callgrind's sums, sanitizers'
// reports.
#include "build/simd.h"
#include "gate/tools/callgrind.h"
#include "gate/tools/sanitized.h"
#include "tests/tests.h"

// ---- vectors

typedef struct SimdRow {
    const char *text;
    int packed, scalar;
} SimdRow;

static const SimdRow simd_rows[] = {
    {"  10:\tmulps  %xmm1,%xmm0\n", 1, 0},
    {"  10:\tvfmadd231ps (%rdi),%ymm1,%ymm0\n", 1, 0},
    {"  10:\taddss  %xmm1,%xmm0\n", 0, 1},
    {"  10:\tvaddsd %xmm1,%xmm0,%xmm0\n", 0, 1},
    {"  10:\tpaddd  %xmm1,%xmm0\n", 1, 0},
    {"  10:\tmovaps %xmm1,%xmm0\n", 0, 0}, // moves compute nothing
    {"  10:\tadd    $0x10,%rdi\n", 0, 0},  // addresses neither
    {"  10:\tsubq   $0x1,(%rdi)\n", 0, 0},
    {"  10:\tshufps $0x0,%xmm1,%xmm0\n", 0, 0},
    {"  10:\taddps  %xmm1,%xmm0\n  13:\taddss  %xmm1,%xmm0\n", 1, 1},
    {"a.o: file format elf64-littleaarch64\n  8:\tfadd\tv0.4s, v1.4s\n", 1, 0},
    {"a.o: file format elf64-littleaarch64\n  8:\tfadd\ts0, s1, s2\n", 0, 1},
    {"a.o: file format elf64-littleaarch64\n  8:\tadd\tx0, x1, x2\n", 0, 0},
    {"a.o: file format elf64-littleaarch64\n  8:\tadd\tv0.4s, v1.4s\n", 1, 0},
    {"", 0, 0},
};

START_TEST(vector_instructions_are_told_from_scalar_ones) {
    const SimdRow *r = &simd_rows[_i];
    SimdCount c = simd_count(r->text);
    ck_assert_msg(c.packed == r->packed && c.scalar == r->scalar,
                  "%s: %d packed, %d scalar", r->text, c.packed, c.scalar);
}
END_TEST

// ---- callgrind

START_TEST(sums_are_found_by_the_names_of_the_events) {
    CpuCounts c;
    ck_assert(callgrind_read("# callgrind format\nversion: 1\n"
                             "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw "
                             "Bc Bcm Bi Bim\nfn=(1) f\n3 5 2\n"
                             "totals: 100 40 20 3 8 2 3 5 1 10 4 2 1\n",
                             &c));
    ck_assert_double_eq(c.instructions, 100);
    ck_assert_double_eq(c.reads, 40);
    ck_assert_double_eq(c.writes, 20);
    ck_assert_double_eq(c.l1_misses, 10);
    ck_assert_double_eq(c.l2_misses, 6);
    ck_assert_double_eq(c.branches, 12);
    ck_assert_double_eq(c.mispredicted, 5);
}
END_TEST

START_TEST(without_sums_nothing_was_counted) {
    CpuCounts c;
    ck_assert(!callgrind_read("", &c));
    ck_assert(!callgrind_read("x\nevents: Ir Dr\n", &c));
    // A call that never came to the entry has counted no instruction.
    ck_assert(!callgrind_read("x\nevents: Ir Dr\ntotals: 0 0\n", &c));
}
END_TEST

// ---- sanitizers

typedef struct ReportRow {
    const char *text;
    bool found;
    const char *kind;
    int line;
    const char *message;
} ReportRow;

static const ReportRow report_rows[] = {
    {"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\n"
     "READ of size 4 at 0x602 thread T0\n"
     "    #0 0x55 in row_sum /src/sum/sum.c:12\n"
     "0x602 is located 0 bytes to the right of 400-byte region [0x5,0x6)\n",
     true, "out-of-bounds", 12,
     "This line reads 4 bytes past the end of a buffer of 400 bytes."},
    {"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\n"
     "WRITE of size 4 at 0x602 thread T0\n"
     "    #0 0x55 in row_sum /src/sum/sum.c:12\n"
     "0x602 is located 4 bytes to the left of 400-byte region [0x5,0x6)\n",
     true, "out-of-bounds", 12,
     "This line writes 4 bytes before the beginning of a buffer of 400 bytes."},
    {"==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n"
     "WRITE of size 1 at 0x602 thread T0\n    #0 0x55 in f sum.c:3:9\n",
     true, "after-free", 3,
     "This line writes 1 byte in memory that was freed."},
    {"/src/sum.c:9:14: runtime error: signed integer overflow: 1 + 2\n", true,
     "undefined-behaviour", 9,
     "C does not define this: signed integer overflow: 1 + 2."},
    {"sum.c:9:14: runtime error: index 5 out of bounds for type 'int [5]'\n",
     true, "out-of-bounds", 9,
     "C does not define this: index 5 out of bounds for type 'int [5]'."},
    // In our code or a library's: no line of theirs.
    {"==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000\n"
     "    #0 0x55 in memcpy memcpy.S:1\n",
     true, "out-of-bounds", 0,
     "This line reads or writes at an address where there is no memory."},
    {"SEGV, says the learner's own printf\n", false, NULL, 0, NULL},
    {"", false, NULL, 0, NULL},
};

START_TEST(a_sanitizers_report_becomes_one_sentence) {
    const ReportRow *r = &report_rows[_i];
    Arena a = {0};
    TrapInfo t;
    bool found = sanitized_read(&a, r->text, "work/sum/sum.c", &t);
    ck_assert_int_eq(found, r->found);
    if (found) {
        ck_assert_str_eq(t.kind, r->kind);
        ck_assert_int_eq(t.line, r->line);
        ck_assert_str_eq(t.message, r->message);
        ck_assert_str_eq(t.file, r->line ? "work/sum/sum.c" : "");
    }
    arena_reset(&a);
}
END_TEST

SUITE_OF(c_kind) {
    Suite *s = suite_create("c_kind");
    TCase *tc = tcase_create("parts");
    tcase_add_loop_test(tc, vector_instructions_are_told_from_scalar_ones, 0,
                        COUNT_OF(simd_rows));
    tcase_add_test(tc, sums_are_found_by_the_names_of_the_events);
    tcase_add_test(tc, without_sums_nothing_was_counted);
    tcase_add_loop_test(tc, a_sanitizers_report_becomes_one_sentence, 0,
                        COUNT_OF(report_rows));
    suite_add_tcase(s, tc);
    return s;
}
