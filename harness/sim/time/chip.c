// The parts of the chip that all SMs share, but the atomics: L2 and DRAM.
#include "sim/time/chip.h"

#include "sim/time/numbers.h"

#include <math.h>

#define M model_numbers

// GB/s of DRAM for this mix: it falls with the share of writes, down to that of
// a copy. A stream that reaches a ceiling takes longer than DRAM alone does.
static double dram_gbs(const SimGpu *g, const SimCounters *c) {
    double all = (double)(c->dram_read + c->dram_write);
    double writes = all > 0 ? (double)c->dram_write / all : 0;
    double mixed = pow(fmin(1, 2 * writes), M.mix_writes);

    return g->dram_gbs * M.dram_alone *
           (g->read_eff + (g->mix_eff - g->read_eff) * mixed);
}

// Bytes that the launch has written and L2 still holds when it ends: lines come
// and go at random, and its writes have their share of those that are left.
static double left_in_l2(const SimGpu *g, const SimCounters *c) {
    double l2 = g->l2_mib * 1024 * 1024;
    double writes = (double)c->dram_write, own = (double)c->dram_read + writes;

    return own > 0 ? writes / own * l2 * (1 - exp(-own / l2)) : 0;
}

// The bytes that DRAM moves, and those that it could have moved while it went
// from row to row; its bandwidth includes that a stream opens each row once.
double chip_dram_bytes(const SimGpu *g, const SimCounters *c) {
    enum { ROW = 2048 };
    double own = (double)(c->dram_read + c->dram_write),
           opens =
               (double)c->dram_opens - (own + (double)c->dram_evicted) / ROW;

    return own - left_in_l2(g, c) * M.kept + fmax(opens, 0) * M.open_bytes;
}

// Lines that others left dirty go to DRAM when something else takes their
// place. The loads that push them out wait longer, which adds to every launch,
// limited by DRAM or not; but blocks go on starting meanwhile, if that takes
// `starts` of `all` us. (120 kernels on an H200, after a fill and after reads:
// 0.12 to 0.3 us more for each of up to 32 MB, of those that wait for DRAM or
// for latency; hardly more for blocks of 64.)
double chip_evicting_us(const SimGpu *g, const SimCounters *c, double starts,
                        double all) {
    double us = (double)c->dram_evicted * M.evicted / (g->dram_gbs * 1e3);
    return us * (1 - pow(starts / all, 4));
}

// Cycles of an SM until what it asks of L2 line by line has come: so many lines
// are under way at once. (A word of its own line for each lane, on an H200: 270
// such lines a us and SM where they come from DRAM.)
static double line_cycles(const SimCounters *c) {
    return M.line_cycles * (double)c->l2_lines +
           M.far_cycles * (double)c->dram_lines;
}

double chip_l2_us(const SimGpu *g, const SimCounters *c, double sm_us) {
    double chip = (double)c->l2_work / 4 * 32 / (g->l2_gbs * 1e3);
    double sm =
        fmax((double)c->l2_sectors * 32 / M.sm_l2_bytes, line_cycles(c));

    return fmax(chip, sm * sm_us);
}

double chip_dram_us(const SimGpu *g, const SimCounters *c) {
    return chip_dram_bytes(g, c) / (dram_gbs(g, c) * 1e3);
}
