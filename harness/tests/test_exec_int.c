// Integer instructions on the values where they go wrong.
#include "sim/module/decode.h"
#include "tests/lane_test.h"

#define MIN32 0x80000000u
#define MIN64 0x8000000000000000u
#define ONES  0xffffffffu
#define ALL   0xffffffffffffffffu

// clang-format off
static const Row arithmetic[] = {
    {"add.u16 h0, h1, h2", {0xffff, 2}, 1},
    {"add.s16 h0, h1, h2", {0x7fff, 1}, 0x8000},
    {"add.u32 r0, r1, r2", {ONES, 2}, 1},
    {"add.s32 r0, r1, -3", {1}, 0xfffffffe},
    {"add.s64 q0, q1, q2", {ALL, 2}, 1},
    {"add.s64 q0, q1, -1", {0}, ALL},
    {"add.sat.s32 r0, r1, r2", {0x7fffffff, 1}, 0x7fffffff},
    {"add.sat.s32 r0, r1, r2", {MIN32, ONES}, MIN32},
    {"sub.u16 h0, h1, h2", {0, 1}, 0xffff},
    {"sub.u32 r0, r1, r2", {0, 1}, ONES},
    {"sub.s64 q0, q1, q2", {0, 1}, ALL},
    {"sub.sat.s32 r0, r1, r2", {MIN32, 1}, MIN32},
    {"neg.s16 h0, h1", {0x8000}, 0x8000},
    {"neg.s16 h0, h1", {1}, 0xffff},
    {"neg.s32 r0, r1", {MIN32}, MIN32},
    {"neg.s64 q0, q1", {1}, ALL},
    {"abs.s16 h0, h1", {0xffff}, 1},
    {"abs.s32 r0, r1", {MIN32}, MIN32},
    {"abs.s32 r0, r1", {ONES}, 1},
    {"abs.s64 q0, q1", {MIN64}, MIN64},
    {"abs.s64 q0, q1", {ALL}, 1},
    {"min.u16 h0, h1, h2", {0xffff, 1}, 1},
    {"min.s16 h0, h1, h2", {0xffff, 1}, 0xffff},
    {"min.u32 r0, r1, r2", {ONES, 1}, 1},
    {"min.s32 r0, r1, r2", {ONES, 1}, ONES},
    {"min.u64 q0, q1, q2", {ALL, 1}, 1},
    {"min.s64 q0, q1, q2", {ALL, 1}, ALL},
    {"max.u16 h0, h1, h2", {0xffff, 1}, 0xffff},
    {"max.s16 h0, h1, h2", {0xffff, 1}, 1},
    {"max.u32 r0, r1, r2", {ONES, 1}, ONES},
    {"max.s32 r0, r1, r2", {ONES, 1}, 1},
    {"max.u64 q0, q1, q2", {ALL, 1}, ALL},
    {"max.s64 q0, q1, q2", {ALL, 1}, 1},
    {"min.relu.s32 r0, r1, r2", {ONES, 1}, 0},
    {"max.relu.s32 r0, r1, r2", {ONES, MIN32}, 0},
    {"max.relu.s32 r0, r1, r2", {ONES, 5}, 5},
    {"add.u16x2 r0, r1, r2", {0xffff0001, 0x0001ffff}, 0},
    {"min.u16x2 r0, r1, r2", {0xffff0001, 0x0001ffff}, 0x00010001},
    {"max.u16x2 r0, r1, r2", {0xffff0001, 0x0002ffff}, 0xffffffff},
    {"min.s16x2 r0, r1, r2", {0xffff0001, 0x0001ffff}, ONES},
    {"max.s16x2 r0, r1, r2", {0xffff0001, 0x0002ffff}, 0x00020001},
    {"min.relu.s16x2 r0, r1, r2", {0xffff0005, 0x00010003}, 3},
    {"max.relu.s16x2 r0, r1, r2", {0xffff0005, 0xfffe0003}, 5},
    {"vabsdiff2.u32.u32.u32 r0, r1, r2, r3", {0xffff0001, 3, 9}, 0xffff0002},
    {"vabsdiff2.u32.u32.u32.add r0, r1, r2, r3", {0x00050001, 3, 9}, 16},
    {"vabsdiff4.u32.u32.u32 r0, r1, r2, r3", {0x01ff0005, 0x02000100, 9}, 0x01ff0105},
    {"vabsdiff4.u32.u32.u32.add r0, r1, r2, r3", {0x01ff0005, 0x02000100, 9}, 271},
    {"sad.u16 h0, h1, h2, h3", {1, 0xffff, 3}, 1},
    {"sad.s16 h0, h1, h2, h3", {0x8000, 0x7fff, 0}, 0xffff},
    {"sad.u32 r0, r1, r2, r3", {1, ONES, 10}, 8},
    {"sad.s32 r0, r1, r2, r3", {1, ONES, 10}, 12},
    {"sad.u64 q0, q1, q2, q3", {1, ALL, 10}, 8},
    {"sad.s64 q0, q1, q2, q3", {1, ALL, 10}, 12},
};

static const Row products[] = {
    {"mul.lo.u16 h0, h1, h2", {0xffff, 0xffff}, 1},
    {"mul.lo.s32 r0, r1, r2", {0x10000, 0x10001}, 0x10000},
    {"mul.lo.s64 q0, q1, q2", {0x100000000, 0x100000003}, 0x300000000},
    {"mul.hi.u16 h0, h1, h2", {0xffff, 0xffff}, 0xfffe},
    {"mul.hi.s16 h0, h1, h2", {0xffff, 0xffff}, 0},
    {"mul.hi.s16 h0, h1, h2", {0xffff, 1}, 0xffff},
    {"mul.hi.u32 r0, r1, r2", {ONES, ONES}, 0xfffffffe},
    {"mul.hi.s32 r0, r1, r2", {ONES, 1}, ONES},
    {"mul.hi.s32 r0, r1, r2", {MIN32, MIN32}, 0x40000000},
    {"mul.hi.u64 q0, q1, q2", {ALL, ALL}, 0xfffffffffffffffe},
    {"mul.hi.s64 q0, q1, q2", {ALL, 1}, ALL},
    {"mul.wide.u16 r0, h1, h2", {0xffff, 0xffff}, 0xfffe0001},
    {"mul.wide.s16 r0, h1, h2", {0xffff, 2}, 0xfffffffe},
    {"mul.wide.u32 q0, r1, r2", {ONES, ONES}, 0xfffffffe00000001},
    {"mul.wide.s32 q0, r1, r2", {ONES, 4}, 0xfffffffffffffffc},
    {"mul.wide.s32 q0, r1, 4", {MIN32}, 0xfffffffe00000000},
    {"mad.lo.u16 h0, h1, h2, h3", {0xffff, 2, 3}, 1},
    {"mad.lo.s32 r0, r1, r2, r3", {0x10000, 0x10000, 7}, 7},
    {"mad.lo.s64 q0, q1, q2, q3", {1ull << 40, 1 << 30, 9}, 9},
    {"mad.hi.u16 h0, h1, h2, h3", {0xffff, 0xffff, 3}, 1},
    {"mad.hi.s16 h0, h1, h2, h3", {0xffff, 1, 3}, 2},
    {"mad.hi.u32 r0, r1, r2, r3", {ONES, ONES, 3}, 1},
    {"mad.hi.s32 r0, r1, r2, r3", {ONES, 1, 3}, 2},
    {"mad.hi.u64 q0, q1, q2, q3", {ALL, ALL, 3}, 1},
    {"mad.hi.s64 q0, q1, q2, q3", {ALL, 1, 3}, 2},
    {"mad.hi.sat.s32 r0, r1, r2, r3", {MIN32, MIN32, 0x7fffffff}, 0x7fffffff},
    {"mad.wide.u16 r0, h1, h2, r3", {0xffff, 0xffff, ONES}, 0xfffe0000},
    {"mad.wide.s16 r0, h1, h2, r3", {0xffff, 2, 1}, ONES},
    {"mad.wide.u32 q0, r1, r2, q3", {ONES, ONES, ALL}, 0xfffffffe00000000},
    {"mad.wide.s32 q0, r1, r2, q3", {ONES, 4, 5}, 1},
    {"mul24.lo.u32 r0, r1, r2", {0xff000003, 0xff000002}, 6},
    {"mul24.lo.s32 r0, r1, r2", {0xffffff, 3}, 0xfffffffd},
    {"mul24.hi.u32 r0, r1, r2", {0xffffff, 0xffffff}, 0xfffffe00},
    {"mul24.hi.s32 r0, r1, r2", {0xffffff, 1}, ONES},
    {"mad24.lo.s32 r0, r1, r2, r3", {0xffffff, 3, 4}, 1},
    {"mad24.hi.u32 r0, r1, r2, r3", {0xffffff, 0xffffff, 1}, 0xfffffe01},
    {"dp4a.u32.u32 r0, r1, r2, r3", {0xff020304, 0xff010101, 1}, 65025 + 10},
    {"dp4a.s32.s32 r0, r1, r2, r3", {0xff020304, 0x02010101, 1}, 8},
    {"dp4a.u32.s32 r0, r1, r2, r3", {0xff, 0xff, 0}, 0xffffff01},
    {"dp4a.s32.u32 r0, r1, r2, r3", {0xff, 0xff, 0}, 0xffffff01},
    {"dp2a.lo.u32.u32 r0, r1, r2, r3", {0x0002ffff, 0x01010302, 1}, 131077},
    {"dp2a.hi.u32.u32 r0, r1, r2, r3", {0x0002ffff, 0x03020101, 1}, 131077},
    {"dp2a.lo.s32.s32 r0, r1, r2, r3", {0x0002ffff, 0x000003ff, 1}, 8},
};

static const Row division[] = {
    {"div.u16 h0, h1, h2", {7, 2}, 3},
    {"div.u16 h0, h1, h2", {7, 0}, 0xffff},
    {"div.s16 h0, h1, h2", {0xfff9, 2}, 0xfffd},
    {"div.s16 h0, h1, h2", {0x8000, 0xffff}, 0x8000},
    {"div.u32 r0, r1, r2", {ONES, 2}, 0x7fffffff},
    {"div.u32 r0, r1, r2", {5, 0}, ONES},
    {"div.s32 r0, r1, r2", {-7u, 2}, -3u},
    {"div.s32 r0, r1, r2", {5, 0}, ONES},
    {"div.s32 r0, r1, r2", {MIN32, ONES}, MIN32},
    {"div.u64 q0, q1, q2", {ALL, 3}, 0x5555555555555555},
    {"div.u64 q0, q1, q2", {ALL, 0}, ALL},
    {"rem.u64 q0, q1, q2", {5, 0}, ALL},
    {"rem.s64 q0, q1, q2", {5, 0}, ALL},
    {"div.s64 q0, q1, q2", {5, 0}, ALL},
    {"div.s16 h0, h1, h2", {5, 0}, 0xffff},
    {"rem.s16 h0, h1, h2", {5, 0}, 0xffff},
    {"div.s64 q0, q1, q2", {MIN64, ALL}, MIN64},
    {"div.s64 q0, q1, q2", {-7ull, 2}, -3ull},
    {"rem.u16 h0, h1, h2", {7, 0}, 0xffff},
    {"rem.s16 h0, h1, h2", {0xfff9, 2}, 0xffff},
    {"rem.u32 r0, r1, r2", {ONES, 10}, 5},
    {"rem.u32 r0, r1, r2", {5, 0}, ONES},
    {"rem.u32 r0, r1, r2", {ONES, 0}, ONES},
    {"rem.s32 r0, r1, r2", {-7u, 2}, ONES},
    {"rem.s32 r0, r1, r2", {-7u, 0}, ONES},
    {"rem.s32 r0, r1, r2", {MIN32, ONES}, 0},
    {"rem.u64 q0, q1, q2", {ALL, 10}, 5},
    {"rem.s64 q0, q1, q2", {MIN64, ALL}, 0},
    {"rem.s64 q0, q1, q2", {-7ull, 2}, ALL},
};

static const Row carries[] = {
    {"add.cc.u32 r5, r1, r2; addc.u32 r0, r3, r4", {ONES, 1, 5, 6}, 12},
    {"add.cc.u32 r5, r1, r2; addc.u32 r0, r3, r4", {ONES, 0, 5, 6}, 11},
    {"add.cc.u32 r5, r1, r2; addc.cc.u32 r6, r3, r3; addc.u32 r0, r4, r4",
     {ONES, 1, ONES, 0}, 1},
    {"add.cc.u32 r5, r1, r2; addc.cc.u32 r0, r3, r4", {ONES, 1, 2, 3}, 6},
    {"sub.cc.u32 r5, r1, r2; subc.u32 r0, r3, r4", {0, 1, 9, 4}, 4},
    {"sub.cc.u32 r5, r1, r2; subc.u32 r0, r3, r4", {1, 1, 9, 4}, 5},
    {"sub.cc.s32 r5, r1, r2; subc.cc.s32 r6, r3, r3; subc.s32 r0, r4, r4",
     {0, 1, 0, 7}, ONES},
    {"add.cc.u64 q5, q1, q2; addc.u64 q0, q3, q4", {ALL, 1, 5, 6}, 12},
    {"sub.cc.s64 q5, q1, q2; subc.s64 q0, q3, q4", {0, 1, 9, 4}, 4},
    // After a subtraction the flag is 1 if nothing was borrowed (as on an H200).
    {"sub.cc.u32 r5, r1, r2; addc.u32 r0, r3, r4", {5, 3, 0, 0}, 1},
    {"sub.cc.u32 r5, r1, r2; addc.u32 r0, r3, r4", {3, 5, 0, 0}, 0},
    {"sub.cc.u64 q5, q1, q2; addc.u64 q0, q3, q4", {3, 3, 0, 0}, 1},
    {"add.cc.u32 r5, r1, r2; subc.u32 r0, r3, r4", {5, 3, 0, 0}, ONES},
    {"add.cc.u32 r5, r1, r2; subc.u32 r0, r3, r4", {ONES, 2, 0, 0}, 0},
    {"mad.lo.cc.u32 r5, r1, r2, r3; madc.hi.u32 r0, r1, r2, r4",
     {ONES, ONES, ONES, 0}, ONES},
    {"mad.lo.cc.u32 r5, r1, r2, r3; madc.hi.u32 r0, r1, r2, r4",
     {3, 5, 1, 8}, 8},
    {"mad.hi.cc.s32 r5, r1, r2, r3; addc.u32 r0, r4, r4", {ONES, 1, 1, 0}, 1},
    {"add.cc.u32 r5, r1, r2; madc.lo.s32 r0, r1, r2, r3", {3, 5, 1}, 16},
    {"mad.lo.cc.u64 q5, q1, q2, q3; madc.hi.u64 q0, q1, q2, q4",
     {ALL, ALL, ALL, 0}, ALL},
};

static const Row logic[] = {
    {"and.b16 h0, h1, h2", {0xff0f, 0xf0ff}, 0xf00f},
    {"and.b32 r0, r1, r2", {0xff00ff00, 0x0ff00ff0}, 0x0f000f00},
    {"and.b64 q0, q1, q2", {ALL, MIN64}, MIN64},
    {"or.b16 h0, h1, h2", {0xff00, 0x0f}, 0xff0f},
    {"or.b32 r0, r1, r2", {0xf0, 0x0f}, 0xff},
    {"or.b64 q0, q1, q2", {MIN64, 1}, MIN64 + 1},
    {"xor.b16 h0, h1, h2", {0xffff, 1}, 0xfffe},
    {"xor.b32 r0, r1, -1", {0xf0}, 0xffffff0f},
    {"xor.b64 q0, q1, q2", {ALL, 1}, ALL - 1},
    {"not.b16 h0, h1", {1}, 0xfffe},
    {"not.b32 r0, r1", {1}, 0xfffffffe},
    {"not.b64 q0, q1", {1}, ALL - 1},
    {"cnot.b16 h0, h1", {0}, 1},
    {"cnot.b32 r0, r1", {7}, 0},
    {"cnot.b64 q0, q1", {0}, 1},
    {"and.pred p0, p1, p2", {1, 0}, 0},
    {"or.pred p0, p1, p2", {1, 0}, 1},
    {"xor.pred p0, p1, p2", {1, 1}, 0},
    {"not.pred p0, p1", {0}, 1},
    {"mov.pred p0, p1", {1}, 1},
    {"mov.pred p0, -1", {0}, 1},
    {"mov.pred p0, 0", {0}, 0},
    {"lop3.b32 r0, r1, r2, r3, 0xf0", {0x12, 0x34, 0x56}, 0x12},
    {"lop3.b32 r0, r1, r2, r3, 0xcc", {0x12, 0x34, 0x56}, 0x34},
    {"lop3.b32 r0, r1, r2, r3, 0xaa", {0x12, 0x34, 0x56}, 0x56},
    {"lop3.b32 r0, r1, r2, r3, 0x96", {0xf0, 0xcc, 0xaa}, 0x96},
    {"lop3.b32 r0, r1, r2, r3, 0x01", {0xf0, 0xcc, 0xaa}, 0xffffff01},
    {"shl.b16 h0, h1, r2", {0x8001, 1}, 2},
    {"shl.b16 h0, h1, r2", {1, 16}, 0},
    {"shl.b32 r0, r1, r2", {3, 31}, MIN32},
    {"shl.b32 r0, r1, r2", {3, 32}, 0},
    {"shl.b32 r0, r1, r2", {3, ONES}, 0},
    {"shl.b64 q0, q1, r2", {3, 63}, MIN64},
    {"shl.b64 q0, q1, r2", {3, 64}, 0},
    {"shr.u16 h0, h1, r2", {0x8000, 15}, 1},
    {"shr.u16 h0, h1, r2", {0x8000, 16}, 0},
    {"shr.s16 h0, h1, r2", {0x8000, 100}, 0xffff},
    {"shr.u32 r0, r1, r2", {MIN32, 31}, 1},
    {"shr.u32 r0, r1, r2", {MIN32, 32}, 0},
    {"shr.b32 r0, r1, r2", {MIN32, 31}, 1},
    {"shr.s32 r0, r1, r2", {MIN32, 31}, ONES},
    {"shr.s32 r0, r1, r2", {MIN32, ONES}, ONES},
    {"shr.s32 r0, r1, r2", {0x7fffffff, 32}, 0},
    {"shr.u64 q0, q1, r2", {MIN64, 63}, 1},
    {"shr.u64 q0, q1, r2", {MIN64, 64}, 0},
    {"shr.s64 q0, q1, r2", {MIN64, 64}, ALL},
    {"shf.l.wrap.b32 r0, r1, r2, r3", {0x80000000, 1, 33}, 3},
    {"shf.l.wrap.b32 r0, r1, r2, r3", {5, 9, 32}, 9},
    {"shf.l.clamp.b32 r0, r1, r2, r3", {5, 9, 33}, 5},
    {"shf.r.wrap.b32 r0, r1, r2, r3", {2, 1, 33}, 0x80000001},
    {"shf.r.clamp.b32 r0, r1, r2, r3", {5, 9, 33}, 9},
    {"shf.r.clamp.b32 r0, r1, r2, r3", {5, 9, 0}, 5},
};

static const Row bits[] = {
    {"popc.b32 r0, r1", {ONES}, 32},
    {"popc.b32 r0, r1", {0x80000001}, 2},
    {"popc.b64 r0, q1", {ALL - 1}, 63},
    {"clz.b32 r0, r1", {0}, 32},
    {"clz.b32 r0, r1", {1}, 31},
    {"clz.b64 r0, q1", {0}, 64},
    {"clz.b64 r0, q1", {1ull << 32}, 31},
    {"brev.b32 r0, r1", {1}, MIN32},
    {"brev.b32 r0, r1", {0x12345678}, 0x1e6a2c48},
    {"brev.b64 q0, q1", {1}, MIN64},
    {"bfind.u32 r0, r1", {0}, ONES},
    {"bfind.u32 r0, r1", {MIN32}, 31},
    {"bfind.s32 r0, r1", {ONES}, ONES},
    {"bfind.s32 r0, r1", {0xfffffffd}, 1},
    {"bfind.u64 r0, q1", {1ull << 40}, 40},
    {"bfind.s64 r0, q1", {ALL}, ONES},
    {"bfind.s64 r0, q1", {MIN64}, 62},
    {"bfind.shiftamt.u32 r0, r1", {0}, ONES},
    {"bfind.shiftamt.u32 r0, r1", {1}, 31},
    {"bfind.shiftamt.s32 r0, r1", {0xfffffffd}, 30},
    {"bfind.shiftamt.u64 r0, q1", {1}, 63},
    {"bfind.shiftamt.s64 r0, q1", {0}, ONES},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 3, 1}, 3},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 3, ONES}, 3},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 2, 1}, 3},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 2, ONES}, 1},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 0, 16}, 31},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 0, 17}, ONES},
    {"fns.b32 r0, r1, r2, r3", {0xaaaaaaaa, 2, 0}, ONES},
    {"bfe.u32 r0, r1, r2, r3", {0xabcdef12, 8, 8}, 0xef},
    {"bfe.u32 r0, r1, r2, r3", {0xabcdef12, 8, 0}, 0},
    {"bfe.u32 r0, r1, r2, r3", {ONES, 32, 8}, 0},
    {"bfe.u32 r0, r1, r2, r3", {ONES, 28, 255}, 15},
    {"bfe.u32 r0, r1, r2, r3", {ONES, 256 + 28, 256 + 2}, 3},
    {"bfe.s32 r0, r1, r2, r3", {0x00000f00, 8, 4}, ONES},
    {"bfe.s32 r0, r1, r2, r3", {0x00000700, 8, 4}, 7},
    {"bfe.s32 r0, r1, r2, r3", {MIN32, 32, 4}, ONES},
    {"bfe.s32 r0, r1, r2, r3", {MIN32, 255, 255}, ONES},
    {"bfe.s32 r0, r1, r2, r3", {MIN32, 30, 4}, 0xfffffffe},
    {"bfe.s32 r0, r1, r2, r3", {MIN32, 200, 0}, 0},
    {"bfe.u64 q0, q1, r2, r3", {ALL, 60, 64}, 15},
    {"bfe.u64 q0, q1, r2, r3", {ALL, 0, 64}, ALL},
    {"bfe.s64 q0, q1, r2, r3", {MIN64, 62, 2}, ALL - 1},
    {"bfe.s64 q0, q1, r2, r3", {MIN64, 99, 2}, ALL},
    {"bfi.b32 r0, r1, r2, r3, r4", {0xff, 0, 8, 4}, 0xf00},
    {"bfi.b32 r0, r1, r2, r3, r4", {0, ONES, 8, 4}, 0xfffff0ff},
    {"bfi.b32 r0, r1, r2, r3, r4", {0xff, 7, 32, 4}, 7},
    {"bfi.b32 r0, r1, r2, r3, r4", {0xff, 7, 8, 0}, 7},
    {"bfi.b32 r0, r1, r2, r3, r4", {ONES, 0, 28, 255}, 0xf0000000},
    {"bfi.b64 q0, q1, q2, r3, r4", {0xff, 0, 60, 8}, 0xf000000000000000},
    {"bfi.b64 q0, q1, q2, r3, r4", {5, 7, 64, 8}, 7},
    {"bmsk.clamp.b32 r0, r1, r2", {4, 8}, 0xff0},
    {"bmsk.clamp.b32 r0, r1, r2", {0, 32}, ONES},
    {"bmsk.clamp.b32 r0, r1, r2", {28, 8}, 0xf0000000},
    {"bmsk.clamp.b32 r0, r1, r2", {32, 1}, 0},
    {"bmsk.clamp.b32 r0, r1, r2", {4, 0}, 0},
    {"bmsk.wrap.b32 r0, r1, r2", {1, 2}, 6},
    {"bmsk.wrap.b32 r0, r1, r2", {33, 34}, 6},
    {"bmsk.wrap.b32 r0, r1, r2", {0, 32}, 0},
    {"szext.clamp.s32 r0, r1, r2", {0x8, 4}, 0xfffffff8},
    {"szext.clamp.s32 r0, r1, r2", {0x80000000, 32}, MIN32},
    {"szext.clamp.u32 r0, r1, r2", {0x18, 4}, 8},
    {"szext.wrap.s32 r0, r1, r2", {0x8, 36}, 0xfffffff8},
    {"szext.wrap.u32 r0, r1, r2", {ONES, 0}, 0},
    {"szext.wrap.u32 r0, r1, r2", {ONES, 32}, 0},
    {"prmt.b32 r0, r1, r2, r3", {0x33221100, 0x77665544, 0x7531}, 0x77553311},
    {"prmt.b32 r0, r1, r2, 0x3340", {0x33221100, 0x77665544}, 0x33334400},
    {"prmt.b32 r0, r1, r2, r3", {0x00800000, 0x7f, 0xca20}, 0x00ff8000},
    {"prmt.b32.f4e r0, r1, r2, r3", {0x33221100, 0x77665544, 1}, 0x44332211},
    {"prmt.b32.b4e r0, r1, r2, r3", {0x33221100, 0x77665544, 1}, 0x66770011},
    {"prmt.b32.rc8 r0, r1, r2, r3", {0x33221100, 0x77665544, 2}, 0x22222222},
    {"prmt.b32.ecl r0, r1, r2, r3", {0x33221100, 0x77665544, 1}, 0x33221111},
    {"prmt.b32.ecr r0, r1, r2, r3", {0x33221100, 0x77665544, 2}, 0x22221100},
    {"prmt.b32.rc16 r0, r1, r2, r3", {0x33221100, 0x77665544, 3}, 0x33223322},
};

static const Row moves[] = {
    {"mov.b16 h0, h1", {0xabcd}, 0xabcd},
    {"mov.u32 r0, r1", {ONES}, ONES},
    {"mov.u32 r0, 7", {0}, 7},
    {"mov.f32 r0, 0f3F800000", {0}, 0x3f800000},
    {"mov.f64 q0, 0d3FF0000000000000", {0}, 0x3ff0000000000000},
    {"mov.b64 q0, q1", {MIN64 + 5}, MIN64 + 5},
    {"mov.b32 r0, {h1, h2}", {0x1111, 0x2222}, 0x22221111},
    {"mov.b64 q0, {r1, r2}", {0x11111111, 0x22222222}, 0x2222222211111111},
    {"mov.b64 q0, {h1, h2, h3, h4}", {1, 2, 3, 0xffff}, 0xffff000300020001},
    {"mov.b32 {h0, _}, r1", {0x22221111}, 0x1111},
    {"mov.b32 {_, h0}, r1", {0x22221111}, 0x2222},
    {"mov.b64 {r0, _}, q1", {0x2222222211111111}, 0x11111111},
    {"mov.b64 {_, r0}, q1", {0x2222222211111111}, 0x22222222},
    {"mov.b64 {h0, _, _, _}, q1", {0x4444333322221111}, 0x1111},
    {"mov.b64 {_, h0, _, _}, q1", {0x4444333322221111}, 0x2222},
    {"mov.b64 {_, _, h0, _}, q1", {0x4444333322221111}, 0x3333},
    {"mov.b64 {_, _, _, h0}, q1", {0x4444333322221111}, 0x4444},
    {"mov.b128 x5, {q1, q2}; mov.b128 {q0, _}, x5", {3, MIN64}, 3},
    {"mov.b128 x5, {q1, q2}; mov.b128 {_, q0}, x5", {3, MIN64}, MIN64},
    {"mov.b128 x5, {q1, q2}; mov.b128 x6, x5; mov.b128 {_, q0}, x6",
     {3, MIN64}, MIN64},
    {"cvta.shared.u64 q0, q1", {64}, MEM_SHARED_BASE + 64},
    {"cvta.to.shared.u64 q0, q1", {MEM_SHARED_BASE + 64}, 64},
    {"cvta.local.u64 q0, q1", {64}, MEM_LOCAL_BASE + 64},
    {"cvta.to.local.u64 q0, q1", {MEM_LOCAL_BASE + 64}, 64},
    {"cvta.param.u64 q0, q1", {64}, MEM_PARAM_BASE + 64},
    {"cvta.to.param.u64 q0, q1", {MEM_PARAM_BASE + 64}, 64},
    {"cvta.global.u64 q0, q1", {64}, 64},
    {"cvta.to.global.u64 q0, q1", {64}, 64},
    {"isspacep.shared p0, q1", {MEM_SHARED_BASE}, 1},
    {"isspacep.shared p0, q1", {MEM_SHARED_BASE + MEM_WINDOW}, 0},
    {"isspacep.shared p0, q1", {MEM_SHARED_BASE - 1}, 0},
    {"isspacep.local p0, q1", {MEM_LOCAL_BASE + 4}, 1},
    {"isspacep.param p0, q1", {MEM_PARAM_BASE + 4}, 1},
    {"isspacep.param::entry p0, q1", {MEM_PARAM_BASE + MEM_WINDOW}, 0},
    {"isspacep.param p0, q1", {0x200000000}, 0},
    {"isspacep.global p0, q1", {MEM_PARAM_BASE + 4}, 1},
    {"isspacep.global p0, q1", {MEM_SHARED_BASE + 4}, 0},
    {"isspacep.global p0, q1", {MEM_LOCAL_BASE + 4}, 0},
    {"isspacep.global p0, q1", {0x200000000}, 1},
};
// clang-format on

#define ROWS(name)                                                             \
    START_TEST(name##_row) {                                                   \
        row_check(&name[_i]);                                                  \
    }                                                                          \
    END_TEST
ROWS(arithmetic)
ROWS(products)
ROWS(division)
ROWS(carries)
ROWS(logic)
ROWS(bits)
ROWS(moves)

// 32-bit division is done in double.
START_TEST(quotients_and_remainders_are_exact) {
    uint64_t in[3][WARP_SIZE] = {{0}}, out[4][WARP_SIZE];
    uint64_t state = 11;
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 2; i++)
            LANES {
                state = state * 6364136223846793005u + 1442695040888963407u;
                uint32_t v = (uint32_t)(state >> 32);
                in[i][l] = v >> (state >> 20 & 31) >> !(round & 1); // all sizes
                if (round & 1 && state >> 30 & 1) in[i][l] = -in[i][l] & ONES;
            }
        LANES
            if (l % 4 == 0) { // just around a multiple
                uint64_t q = in[0][l] / (in[1][l] | 1);
                in[1][l] |= 1;
                in[0][l] = (q * in[1][l] - (unsigned)(l & 1)) & ONES;
            }
        lanes_run("div.u32 r0, r1, r2", in, out[0]);
        lanes_run("rem.u32 r0, r1, r2", in, out[1]);
        lanes_run("div.s32 r0, r1, r2", in, out[2]);
        lanes_run("rem.s32 r0, r1, r2", in, out[3]);
        LANES {
            uint32_t a = (uint32_t)in[0][l], b = (uint32_t)in[1][l];
            int64_t sa = (int32_t)a, sb = (int32_t)b;
            if (!b) continue;
            ck_assert_uint_eq(out[0][l], a / b);
            ck_assert_uint_eq(out[1][l], a % b);
            ck_assert_uint_eq(out[2][l], (uint32_t)(sa / sb));
            ck_assert_uint_eq(out[3][l], (uint32_t)(sa % sb));
        }
    }
}
END_TEST

START_TEST(a_carry_of_an_inactive_lane_stays) {
    Bench b;
    ck_assert(bench_open(&b, "add.cc.u32 r0, r1, r2"));
    LANES
        for (int i = 0; i < 2; i++)
            bench_set(&b, b.ptx, i, l, ONES);
    b.w.cc = 0xf0000000;
    bench_run(&b, 0x000000ff);
    ck_assert_uint_eq(b.w.cc, 0xf00000ff);
    bench_close(&b);
}
END_TEST

START_TEST(an_add_without_cc_leaves_the_carry_alone) {
    Bench b;
    ck_assert(bench_open(&b, "addc.u32 r0, r1, r2"));
    LANES
        for (int i = 0; i < 2; i++)
            bench_set(&b, b.ptx, i, l, ONES);
    b.w.cc = 1;
    bench_run(&b, ~0u);
    ck_assert_uint_eq(b.w.cc, 1);
    bench_close(&b);
}
END_TEST

static const char *const refused[] = {
    "add.sat.u32 r0, r1, r2", // there is no such instruction
    "shl.wrap.b32 r0, r1, r2",
    "mul.s32 r0, r1, r2", // which half?
    "lop3.b32 r0, r1, r2, r3, r4", "isspacep.const p0, q1",
};
START_TEST(what_is_not_known_is_refused) {
    ck_assert_msg(row_refused(refused[_i]), "%s", refused[_i]);
}
END_TEST

SUITE_OF(exec_int) {
    Suite *s = suite_create("exec_int");
    TCase *t = tcase_create("exec_int");
#define LOOP(name) tcase_add_loop_test(t, name##_row, 0, COUNT_OF(name))
    LOOP(arithmetic);
    LOOP(products);
    LOOP(division);
    LOOP(carries);
    LOOP(logic);
    LOOP(bits);
    LOOP(moves);
    tcase_add_test(t, quotients_and_remainders_are_exact);
    tcase_add_test(t, a_carry_of_an_inactive_lane_stays);
    tcase_add_test(t, an_add_without_cc_leaves_the_carry_alone);
    tcase_add_loop_test(t, what_is_not_known_is_refused, 0, COUNT_OF(refused));
    suite_add_tcase(s, t);
    return s;
}
