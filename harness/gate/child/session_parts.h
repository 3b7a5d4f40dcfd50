// Requests to the child, and answers: shared by the files session*.c.
#ifndef GATE_SESSION_PARTS_H
#define GATE_SESSION_PARTS_H

#include "gate/child/session.h"

// Starts a request: do, nonce.
Wire session_request(Session *s, const char *verb);

// Sends w and waits so many seconds for its answer; `take` gets the records
// before it. On false the child has been ended and s->result says how; but for
// a `say:error`, which leaves it in s->in.
bool session_send(Session *s, Wire *w, const char *answer, double seconds,
                  void (*take)(Session *, void *), void *ctx);

// A text of the record in s->in, copied; "" if it has none.
const char *session_text(Session *s, const char *key);

#endif
