// kata doctor: what this machine has, what follows, what to do about it.
#include "report/rows.h"

#include "base/json.h"

static const char *health_word(Health h) {
    static const char *const words[] = {"ok", "warn", "bad"};
    return words[h];
}

void report_doctor(const Term *t, const Symptom *rows, int n, Buf *out) {
    static const Ink inks[] = {INK_GOOD, INK_WARN, INK_BAD};
    for (int i = 0; i < n; i++) {
        const Symptom *s = &rows[i];
        buf_fmt(out, "  %-15s", s->name);
        term_ink(t, out, inks[s->health], "%-5s", health_word(s->health));
        term_hang(t, out, 22, 22, s->state);
        if (s->meaning) term_wrap(t, out, 22, s->meaning);
        if (s->todo) {
            buf_pad(out, ' ', 22);
            term_ink(t, out, INK_NAME, "do: ");
            term_hang(t, out, 26, 26, s->todo);
        }
    }
}

void report_doctor_json(const Symptom *rows, int n, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "findings");
    json_open(&j, '[');
    for (int i = 0; i < n; i++) {
        json_open(&j, '{');
        json_kstr(&j, "name", rows[i].name);
        json_kstr(&j, "health", health_word(rows[i].health));
        json_kstr(&j, "state", rows[i].state);
        json_kstr(&j, "meaning", rows[i].meaning);
        json_kstr(&j, "todo", rows[i].todo);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
