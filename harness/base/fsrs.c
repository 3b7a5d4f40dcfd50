// FSRS-4.5 as its authors publish it ("The Algorithm", version 4.5).
#include "base/fsrs.h"

#include <math.h>

// w[0..3] first stabilities; 4, 5 first difficulty; 6, 7 its change; 8..10
// growth on recall; 11..14 what is left after a lapse; 15 hard, 16 easy.
static const double w[17] = {
    0.4872, 1.4003, 3.7145, 13.8206, 5.1618, 1.2298, 0.8975, 0.031,  1.6474,
    0.1367, 1.0461, 2.1072, 0.0793,  0.3246, 1.587,  0.2272, 2.8755,
};
static const double decay = -0.5, factor = 19.0 / 81.0;
enum { LONGEST = 365 };

const char *grade_text(Grade g) {
    static const char *const text[] = {"", "again", "hard", "good", "easy"};
    return text[g];
}

static double within(double v, double lo, double hi) {
    return fmin(fmax(v, lo), hi);
}

Memory fsrs_first(Grade g) {
    return (Memory){w[g - 1], within(w[4] - ((int)g - 3) * w[5], 1, 10)};
}

double fsrs_recall(Memory m, double days) {
    return pow(1 + factor * fmax(days, 0) / m.stability, decay);
}

static double after_recall(Memory m, double recall, Grade g) {
    double gain = exp(w[8]) * (11 - m.difficulty) * pow(m.stability, -w[9]) *
                  (exp(w[10] * (1 - recall)) - 1);
    if (g == GRADE_HARD) gain *= w[15];
    if (g == GRADE_EASY) gain *= w[16];
    return m.stability * (1 + gain);
}

static double after_lapse(Memory m, double recall) {
    double left = w[11] * pow(m.difficulty, -w[12]) *
                  (pow(m.stability + 1, w[13]) - 1) * exp(w[14] * (1 - recall));
    return fmin(left, m.stability);
}

Memory fsrs_next(Memory m, double days, Grade g) {
    double recall = fsrs_recall(m, days);
    double changed = m.difficulty - w[6] * ((int)g - 3);
    return (Memory){
        g == GRADE_AGAIN ? after_lapse(m, recall) : after_recall(m, recall, g),
        within(w[7] * w[4] + (1 - w[7]) * changed, 1, 10),
    };
}

int fsrs_interval(Memory m) {
    return (int)within(round(m.stability), 1, LONGEST);
}
