// The format in which kata and its child talk: records of key:value lines,
// ended by an empty line. The child's half (harness/runner) includes this file
// too, so it needs nothing but libc.
//
//   do:run           a request: kata to child
//   nonce:5f3c...
//   poison:255
//                    the empty line
//   say:ran          the answer: child to kata
//   nonce:5f3c...
//   us:12.3
//
// All records and their keys are listed in runner/README.md; how the two
// processes are linked is told in run.h.
#ifndef RUN_WIRE_H
#define RUN_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_MAX (1 << 20) // bytes of one record

typedef struct WireField {
    const char *key, *value; // in the record's own text
} WireField;

typedef struct Wire {
    char *text; // heap
    size_t len, cap;
    WireField *field;
    int n;
    bool fields_ready; // text is cut into fields
} Wire;                // zero is valid and empty; free with wire_free

void wire_clear(Wire *w);
void wire_free(Wire *w);
// Adds key:value. Line ends and backslashes in the value are escaped.
void wire_add(Wire *w, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
// Returns the value of the i-th field with this key, or NULL.
const char *wire_get(const Wire *w, const char *key, int i);
long long wire_int(const Wire *w, const char *key, long long missing);
double wire_num(const Wire *w, const char *key, double missing);

// Writes it as one record. False: the other side is gone.
bool wire_write(int fd, const Wire *w);

typedef enum WireStatus {
    WIRE_OK,
    WIRE_END,
    WIRE_TIMEOUT,
    WIRE_BAD
} WireStatus;
// Reads the next record, waiting at most timeout seconds (< 0: for ever).
// rest keeps what was read beyond it; pass the same one every time.
typedef struct WireRest {
    char *data; // heap
    size_t len, cap;
} WireRest;
WireStatus wire_read(int fd, double timeout, WireRest *rest, Wire *out);

// The two halves of wire_read, for who polls by itself: adds bytes that came
// (false: no memory), takes the next whole record (WIRE_TIMEOUT: none yet).
bool wire_feed(WireRest *rest, const char *data, size_t n);
WireStatus wire_take(WireRest *rest, Wire *out);
void wire_rest_free(WireRest *rest);

#endif
