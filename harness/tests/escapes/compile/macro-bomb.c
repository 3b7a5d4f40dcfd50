// tries: to take all memory and time with macros
#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(A(x))))
#define C(x) B(B(B(B(x))))
int many[] = {C(1 +) 1};
