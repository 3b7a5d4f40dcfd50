// tries: to include the exercise's own solution, and pass with it
#include "@SOLUTION@"
