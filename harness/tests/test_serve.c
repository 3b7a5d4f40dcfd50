// Which requests the dashboard's server answers.
#include "cli/serve.h"
#include "tests/tests.h"

enum { PORT = 5282 };

static const struct {
    const char *head;
    int status;
} requests[] = {
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1:5282\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\nhost:localhost:5282\r\nAccept: */*\r\n\r\n", 200},
    {"GET /?again HTTP/1.0\r\nHost: LOCALHOST:5282\r\n\r\n", 200},
    // Another name that resolves to here; another port; a longer name.
    {"GET / HTTP/1.1\r\nHost: evil.example:5282\r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nHost: localhost:5282.evil.example\r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nHost: localhost:52822\r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nHost: \r\n\r\n", 403},
    {"GET / HTTP/1.1\r\nX-Host: localhost:5282\r\nHost: a\r\n\r\n", 403},
    // None, or two to choose from.
    {"GET / HTTP/1.1\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\nHost: a\r\nHost: localhost:5282\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\nHost: localhost:5282\r\nhost: a\r\n\r\n", 400},
    {"GET /\r\nHost: localhost:5282\r\n\r\n", 400},
    {"", 400},
    // No other path is one.
    {"GET /index.html HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 404},
    {"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 404},
    {"GET //etc/passwd HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 404},
    {"GET http://localhost:5282/ HTTP/1.1\r\nHost: localhost:5282\r\n\r\n",
     404},
    // Nothing but reading.
    {"POST / HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 405},
    {"HEAD / HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 405},
    {"get / HTTP/1.1\r\nHost: localhost:5282\r\n\r\n", 405},
    {"POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
};

START_TEST(only_this_machines_own_page_is_answered) {
    ck_assert_msg(serve_judge(requests[_i].head, PORT) == requests[_i].status,
                  "%d for %s", serve_judge(requests[_i].head, PORT),
                  requests[_i].head);
}
END_TEST

START_TEST(the_usual_port_may_be_left_out) {
    const char *head = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ck_assert_int_eq(serve_judge(head, 80), 200);
    ck_assert_int_eq(serve_judge(head, PORT), 403);
}
END_TEST

SUITE_OF(serve) {
    Suite *s = suite_create("serve");
    TCase *t = tcase_create("serve");
    tcase_add_loop_test(t, only_this_machines_own_page_is_answered, 0,
                        COUNT_OF(requests));
    tcase_add_test(t, the_usual_port_may_be_left_out);
    suite_add_tcase(s, t);
    return s;
}
