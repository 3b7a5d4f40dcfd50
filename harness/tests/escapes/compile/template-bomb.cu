// tries: to take all memory and time with templates
template <int N, int M> struct Bomb {
    static constexpr long value =
        Bomb<N - 1, 2 * M>::value + Bomb<N - 1, 2 * M + 1>::value;
};
template <int M> struct Bomb<0, M> {
    static constexpr long value = M;
};
void copy(const float *, float *, int) {
    static_assert(Bomb<30, 0>::value != 0, "");
}
