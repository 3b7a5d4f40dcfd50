// What the learner says was done, with a word of evidence: readings. Kept apart
// from attempts, because nobody has checked it; taken back, never deleted.
#include "store/db.h"

#include "base/day.h"

bool store_attest(Store *s, const char *item, const char *text,
                  const char *note, Err *err) {
    Query q = query_new(s, "INSERT INTO attested(at, item, text, note)"
                           " VALUES(?1, ?2, ?3, ?4)");
    query_int(&q, clock_now());
    query_text(&q, item);
    query_text(&q, text);
    query_text(&q, note);
    return query_end(&q, err, "record it");
}

bool store_unattest(Store *s, const char *item, bool *was, Err *err) {
    Query q = query_new(s, "UPDATE attested SET taken = 1"
                           " WHERE item = ?1 AND NOT taken");
    query_text(&q, item);
    bool ok = query_end(&q, err, "take it back");
    *was = ok && sqlite3_changes(s->db) > 0;
    return ok;
}

static int count_attested(Store *s) {
    Query q = query_new(s, "SELECT count(*) FROM attested WHERE NOT taken");
    int n = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

bool store_attested(Store *s, Arena *a, Attested **out, int *n, Err *err) {
    int most = count_attested(s);
    *out = arena_array(a, Attested, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT item, text, note, at FROM attested"
                           " WHERE NOT taken ORDER BY at, id");
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = (Attested){.item = col_text(&q, a, 0),
                                    .text = col_text(&q, a, 1),
                                    .note = col_text(&q, a, 2),
                                    .at = col_int(&q, 3)};
    return query_end(&q, err, "read what you said is done");
}
