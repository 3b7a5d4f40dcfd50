// Writing JSON. Reading and queries are SQLite's.
//
//     json_open(&j, '{');
//     json_key(&j, "verdict"); json_str(&j, "pass");
//     json_close(&j, '}');
//
// Commas and escapes are its business; invalid UTF-8 becomes U+FFFD.
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

typedef struct Json {
    Buf *out;
    int depth;
    bool first[32]; // nothing written yet at this depth
    bool after_key;
} Json;

Json json_to(Buf *out);
void json_open(Json *j, char bracket); // '{' or '['
void json_close(Json *j, char bracket);
void json_key(Json *j, const char *key);
void json_str(Json *j, const char *s); // NULL is null
void json_strn(Json *j, const char *s, size_t n);
void json_int(Json *j, long long v);
void json_num(Json *j, double v); // NaN and infinities are null
void json_bool(Json *j, bool v);
void json_null(Json *j);
// key and value at once
void json_kstr(Json *j, const char *key, const char *s);
void json_kint(Json *j, const char *key, long long v);
void json_knum(Json *j, const char *key, double v);
void json_kbool(Json *j, const char *key, bool v);

#endif
