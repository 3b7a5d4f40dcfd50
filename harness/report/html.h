// Writing HTML and SVG: whatever comes from outside is escaped, unless it is
// said that it is markup.
//
// Elements are closed and attributes quoted, so that a page is XML as well and
// any parser can check it.
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/buf.h"

// Appends text for an element or a quoted attribute: & < > " ' are escaped,
// invalid UTF-8 and control characters become U+FFFD.
void html_text(Buf *out, const char *s); // NULL: nothing
void html_textn(Buf *out, const char *s, size_t n);
// As buf_fmt for markup: the format is taken as it is, every %s is escaped. No
// '*', no %p, no %n.
void html_put(Buf *out, const char *fmt, ...) PRINTF(2, 3);
// Prose of kata: `kata next` becomes <code>.
void html_prose(Buf *out, const char *s);
// JSON as it may stand in <script>: no '<' in it.
void html_json(Buf *out, const Buf *json);

#endif
