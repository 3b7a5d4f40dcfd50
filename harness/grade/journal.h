// The memory of a class's folder: records, one after the other, never changed.
//
//   kata1 LENGTH CHECKSUM\n
//   LENGTH bytes\n
//
// A record is on disk when journal_add returns: only then is its result shown.
// A process that is killed in the middle of a record leaves half of one, which
// the next reader passes over. Several files, journal*.log, are read as one:
// each array task of a cluster writes its own.
#ifndef GRADE_JOURNAL_H
#define GRADE_JOURNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

typedef struct Journal { // zero: none is open
    bool is_open;
    int fd;
    const char *path;
} Journal;

// Opens dir/journal<part>.log for appending, and keeps others from it until it
// is closed. part: "" or "-3". ERR_USAGE if another kata writes there.
bool journal_open(Journal *j, Arena *a, const char *dir, const char *part,
                  Err *err);
bool journal_add(Journal *j, Str record, Err *err);
void journal_close(Journal *j);

typedef struct Records {
    Str *at; // in the order of the files' names, then as written; in the arena
    int n;
    int damaged; // places that hold no whole record
} Records;
// Reads all journals of dir. None is fine.
bool journal_read(Arena *a, const char *dir, Records *out, Err *err);

#endif
