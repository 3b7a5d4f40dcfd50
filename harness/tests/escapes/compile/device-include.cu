// tries: to include another person's file in CUDA
#include "@SECRET@"
