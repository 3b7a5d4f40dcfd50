// Reading a pace and keeping it.
#include "cli/learn/pace.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_MINUTES = 24 * MINUTES_PER_HOUR };

// time = number ("m" | "min" | "h") ["/day"]
static bool read_minutes(const char *text, int *minutes) {
    char *end;
    double v = strtod(text, &end);
    if (end == text || !isfinite(v)) return false;
    if (*end == 'h')
        v *= MINUTES_PER_HOUR, end++;
    else if (str_starts(end, "min"))
        end += 3;
    else if (*end == 'm')
        end++;
    else
        return false;
    if (str_starts(end, "/day")) end += 4;
    *minutes = v <= MOST_MINUTES ? (int)lround(v) : 0;
    return !*end && *minutes >= 1;
}

bool pace_read(const char *time, const char *days, Pace *p, Err *err) {
    if (time && !read_minutes(time, &p->minutes)) {
        err_set(err, ERR_USAGE, "'%s' is no time of a day", time);
        return err_hint(err, "45m or 2h, up to 24h");
    }
    if (!days) return true;
    p->days = calendar_days(days);
    if (p->days) return true;
    err_set(err, ERR_USAGE, "'%s' are no days", days);
    return err_hint(err, "--days mon,wed,sat");
}

bool pace_set(const Course *w, Pace p, Err *err) {
    return store_set_pace(w->a->store, w->f.track->id,
                          (PaceRow){p.from, p.minutes, p.days}, err);
}
