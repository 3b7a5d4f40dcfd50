#include "sim/core/turn.h"

enum { SPINS = 400 }; // looks before a worker goes to sleep

Launch *launch_whole(Launch *la) {
    return la->order.turns ? la->order.turns->whole : la;
}

static void pause_briefly(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

uint32_t turn_events(const Turns *t) {
    return __atomic_load_n(&t->events, __ATOMIC_ACQUIRE);
}

void turn_wait_event(Turns *t, uint32_t seen) {
    for (int i = 0; i < SPINS; i++) {
        if (turn_events(t) != seen) return;
        pause_briefly();
    }
    pthread_mutex_lock(&t->lock);
    t->sleepers++;
    while (turn_events(t) == seen)
        pthread_cond_wait(&t->changed, &t->lock);
    t->sleepers--;
    pthread_mutex_unlock(&t->lock);
}

void turn_tell(Turns *t) {
    __atomic_store_n(&t->events, t->events + 1, __ATOMIC_RELEASE);
    if (t->sleepers) pthread_cond_broadcast(&t->changed);
}

bool turn_is_behind_stop(const Turns *t, uint64_t block) {
    return block > __atomic_load_n(&t->stop, __ATOMIC_RELAXED);
}

bool turn_abandons(const Block *b) {
    Launch *la = b->launch;
    if (!la->order.turns) return false;
    la->order.abandoned |= turn_is_behind_stop(la->order.turns, b->linear);
    return la->order.abandoned;
}

bool turn_wait(Launch *la) {
    Turns *t = la->order.turns;
    if (!t || la->order.has_turn) return true;
    for (;;) {
        uint32_t seen = turn_events(t);
        if (__atomic_load_n(&t->oldest, __ATOMIC_ACQUIRE) == la->order.batch) {
            if (la->order.on_turn) la->order.on_turn(la);
            return la->order.has_turn = true;
        }
        if (turn_is_behind_stop(t, turn_first(t, la->order.batch))) {
            la->order.abandoned = true;
            return false;
        }
        turn_wait_event(t, seen);
    }
}

bool turn_gate(Warp *w) {
    Launch *la = w->block->launch;
    if (!la->order.turns || turn_wait(la)) return true;
    w->state = WARP_TRAPPED;
    return false;
}
