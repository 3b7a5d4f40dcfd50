// tries: to have the compiler write a file
#pragma GCC optimize("dump-tree-all=@FOLDER@/planted")
#include "attack.h"

__attribute__((optimize("opt-info-all=@FOLDER@/planted"))) static const char *
attack(void) {
    return NULL;
}
