// How many blocks of threads n elements take.
int blocks_for(int n, int threads);

int blocks_for(int n, int threads) {
#ifdef BUG
    return n / threads;
#else
    return n > 0 ? (n - 1) / threads + 1 : 0;
#endif
}
