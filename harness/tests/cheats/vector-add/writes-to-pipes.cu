// rejected by: forbidden (says "ran" on every descriptor there is)
#include <string.h>
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    static const char text[] =
        "say:ran\nlaunch:ok\nsync:ok\nmessage:\nus:1\nwall_us:1\n\n";
    for (int fd = 3; fd < 1024; fd++)
        (void)!write(fd, text, strlen(text));
}
