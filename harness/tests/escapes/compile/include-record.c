// tries: to include progress.db
#include "@RECORD@"
