// Serving one page; see serve.h.
//
// A process for each connection: a browser opens some that it never uses, and
// none may keep the others waiting. Each has ten seconds.
#include "cli/serve.h"

#include "base/str.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEAD_MOST = 8192, SECONDS = 10, CHILDREN_MOST = 16, BACKLOG = 16 };

static volatile sig_atomic_t serve_stopped;

static void stop_serving(int signal) {
    (void)signal;
    serve_stopped = 1;
}

// ---- one request

// The value of the one header of that name; NULL: none, or several.
static const char *header_find(const char *head, const char *name, size_t *n) {
    const char *found = NULL;
    size_t len = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line && line[2];
         line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, len) != 0 || line[len] != ':') continue;
        if (found) return NULL;
        Str value =
            str_trim((Str){line + len + 1, strcspn(line, "\r\n") - len - 1});
        found = value.p;
        *n = value.n;
    }
    return found;
}

static bool host_is_own(const char *host, size_t n, int port) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    enum { HTTP = 80 };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char own[40];
        snprintf(own, sizeof own, "%s:%d", names[i], port);
        if (strlen(own) == n && !strncasecmp(own, host, n)) return true;
        if (port == HTTP && strlen(names[i]) == n &&
            !strncasecmp(names[i], host, n))
            return true;
    }
    return false;
}

int serve_judge(const char *head, int port) {
    enum { OK = 200, BAD = 400, FORBIDDEN = 403, MISSING = 404, METHOD = 405 };
    size_t n = 0;
    const char *end = strstr(head, "\r\n");
    const char *host = header_find(head, "Host", &n);
    if (!end || !host) return BAD;
    if (!host_is_own(host, n, port)) return FORBIDDEN;
    if (!str_starts(head, "GET ")) return METHOD;
    const char *path = head + strlen("GET ");
    size_t length = strcspn(path, " ?\r");
    const char *version = path + strcspn(path, " \r");
    if (!str_starts(version, " HTTP/1.")) return BAD;
    return length == 1 && *path == '/' ? OK : MISSING;
}

// Reads up to the empty line. False: it did not come, or is too long.
static bool read_head(int fd, char head[HEAD_MOST]) {
    size_t n = 0;
    while (n < HEAD_MOST - 1) {
        ssize_t got = read(fd, head + n, HEAD_MOST - 1 - n);
        if (got <= 0) return false;
        n += (size_t)got;
        head[n] = '\0';
        if (strlen(head) != n) return false; // a NUL in it
        if (strstr(head, "\r\n\r\n")) return true;
    }
    return false;
}

static void send_all(int fd, const Buf *b) {
    for (size_t at = 0; at < b->len;) {
        ssize_t n = write(fd, b->data + at, b->len - at);
        if (n <= 0) return;
        at += (size_t)n;
    }
}

static const char *status_words(int status) {
    switch (status) {
    case 200: return "OK";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 500: return "Internal Server Error";
    default: return "Bad Request";
    }
}

static void answer_request(int fd, int status, const char *type,
                           const Buf *body) {
    Buf out = {0};
    buf_fmt(&out,
            "HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\n"
            "Content-Length: %zu\r\nConnection: close\r\n%s"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            "Content-Security-Policy: frame-ancestors 'none'\r\n"
            "Cross-Origin-Resource-Policy: same-origin\r\n"
            "Referrer-Policy: no-referrer\r\n\r\n",
            status, status_words(status), type, body->len,
            status == 405 ? "Allow: GET\r\n" : "");
    buf_add(&out, body->data, body->len);
    send_all(fd, &out);
    buf_free(&out);
}

static void serve_one(const Serve *s, int fd, int port) {
    char head[HEAD_MOST];
    Buf body = {0};
    Err err = {0};
    if (!read_head(fd, head)) return;
    int status = serve_judge(head, port);
    if (status == 200 && !s->page(s->ctx, &body, &err)) status = 500;
    if (status != 200) {
        buf_clear(&body);
        buf_fmt(&body, "%s\n", status == 500 ? err.msg : status_words(status));
    }
    answer_request(fd, status, status == 200 ? "text/html" : "text/plain",
                   &body);
    buf_free(&body);
    err_clear(&err);
}

// ---- the socket

static bool fail_port(int port, Err *err) {
    err_errno(err, ERR_ENV, "cannot serve on port %d", port);
    return err_hint(err, "name another one: --serve %d; or --serve 0 for any",
                    port < 65535 ? port + 1 : 8080);
}

static int open_socket(int port, Err *err) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(fd, BACKLOG) != 0) {
        fail_port(port, err);
        if (fd >= 0) close(fd);
        return -1;
    }
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_in at = {0};
    socklen_t n = sizeof at;
    getsockname(fd, (struct sockaddr *)&at, &n);
    return ntohs(at.sin_port);
}

static void accept_one(const Serve *s, int fd, int port, int *children) {
    int client = accept(fd, NULL, NULL);
    while (*children > 0 &&
           waitpid(-1, NULL, *children < CHILDREN_MOST ? WNOHANG : 0) > 0)
        --*children;
    if (client < 0) return;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        signal(SIGPIPE, SIG_IGN);
        close(fd);
        alarm(SECONDS);
        serve_one(s, client, port);
        _exit(0);
    }
    *children += child > 0;
    close(client);
}

bool serve_run(const Serve *s, Err *err) {
    int fd = open_socket(s->port, err), children = 0;
    if (fd < 0) return false;
    struct sigaction stop = {.sa_handler = stop_serving};
    sigaction(SIGINT, &stop, NULL); // without SA_RESTART: accept() returns
    sigaction(SIGTERM, &stop, NULL);
    int port = port_of(fd);
    s->ready(s->ctx, port);
    while (!serve_stopped)
        accept_one(s, fd, port, &children);
    close(fd);
    return true;
}
