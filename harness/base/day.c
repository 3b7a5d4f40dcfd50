// Calendar arithmetic, and the clock that tests can set.
#include "base/day.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const weekday_names[7] = {"mon", "tue", "wed", "thu",
                                      "fri", "sat", "sun"};

static bool is_leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int days_in(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

// Counts years from a March, so that the leap day is the last of its year.
int day_of(int y, int m, int d) {
    y -= m <= 2;
    int era = (y >= 0 ? y : y - 399) / 400;
    int of_era = y - era * 400;
    int of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    return era * 146097 + days - 719468;
}

static void day_split(int day, int *y, int *m, int *d) {
    *y = 1970 + (int)((double)day / 365.2425) - 1;
    while (day_of(*y + 1, 1, 1) <= day)
        ++*y;
    for (*m = 12; day_of(*y, *m, 1) > day;)
        --*m;
    *d = day - day_of(*y, *m, 1) + 1;
}

int day_weekday(int day) {
    return ((day + 3) % 7 + 7) % 7; // 1970-01-01 was a Thursday
}

const char *day_text(int day, char text[DAY_TEXT]) {
    int y, m, d;
    day_split(day, &y, &m, &d);
    snprintf(text, DAY_TEXT, "%04d-%02d-%02d", (uint16_t)y % 10000, (uint8_t)m,
             (uint8_t)d);
    return text;
}

const char *day_words(int day, char text[DAY_TEXT + 8]) {
    static const char *const names[] = {"Mon", "Tue", "Wed", "Thu",
                                        "Fri", "Sat", "Sun"};
    static const char *const months[] = {
        "January", "February", "March",     "April",   "May",      "June",
        "July",    "August",   "September", "October", "November", "December"};
    int y, m, d;
    day_split(day, &y, &m, &d);
    int n = snprintf(text, DAY_TEXT + 8, "%s %d %s", names[day_weekday(day)],
                     (uint8_t)d, months[m - 1]);
    int year;
    day_split(day_today(), &year, &m, &d);
    if (y != year)
        snprintf(text + n, (size_t)(DAY_TEXT + 8 - n), " %u", (uint16_t)y);
    return text;
}

bool day_parse(const char *text, int *day, int *nearest) {
    int y, m, d, end = 0;
    if (nearest) *nearest = -1;
    if (strlen(text) != strlen("2026-01-31") ||
        sscanf(text, "%4d-%2d-%2d%n", &y, &m, &d, &end) != 3 || text[end] ||
        strspn(text, "0123456789-") != strlen(text) || y < 1970 || m < 1 ||
        m > 12 || d < 1)
        return false;
    int last = days_in(y, m);
    if (d > last) {
        if (nearest) *nearest = day_of(y, m, last);
        return false;
    }
    if (day) *day = day_of(y, m, d);
    return true;
}

// ---- the clock

// "2027-03-28", with "T08:00" or "T08:00:30" behind it or not.
static bool read_now(const char *text, int64_t *when) {
    char date[11];
    struct tm tm = {.tm_isdst = -1, .tm_hour = 12};
    int day, y, m, d, end = 10;
    if (strlen(text) < 10) return false;
    memcpy(date, text, 10);
    date[10] = '\0';
    if (!day_parse(date, &day, NULL)) return false;
    if (text[10] == 'T' || text[10] == ' ') {
        int n = 0;
        if (sscanf(text + 11, "%2d:%2d%n", &tm.tm_hour, &tm.tm_min, &n) != 2)
            return false;
        end = 11 + n;
        if (text[end] == ':' &&
            sscanf(text + end, ":%2d%n", &tm.tm_sec, &n) == 1)
            end += n;
    }
    if (text[end] || tm.tm_hour > 23 || tm.tm_min > 59 || tm.tm_sec > 59)
        return false;
    day_split(day, &y, &m, &d);
    tm.tm_year = y - 1900;
    tm.tm_mon = m - 1;
    tm.tm_mday = d;
    *when = mktime(&tm);
    return true;
}

int64_t clock_now(void) {
    const char *asked = getenv("KATA_NOW");
    int64_t when;
    return asked && *asked && read_now(asked, &when) ? when : time(NULL);
}

double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool clock_check(Err *err) {
    const char *asked = getenv("KATA_NOW");
    int64_t when;
    if (!asked || !*asked || read_now(asked, &when)) return true;
    err_set(err, ERR_ENV, "KATA_NOW is '%s', which is no time", asked);
    return err_hint(err, "KATA_NOW=2027-03-28T08:00, or unset it");
}

void clock_local(int64_t when, struct tm *out) {
    const int64_t first = 0, last = 253370764800; // 1970, 9999
    time_t t = (time_t)(when < first ? first : when > last ? last : when);
    localtime_r(&t, out);
}

int day_at(int64_t when) {
    struct tm tm;
    clock_local(when, &tm);
    return day_of(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

int day_today(void) {
    return day_at(clock_now());
}

int64_t day_begins(int day) {
    int y, m, d;
    day_split(day, &y, &m, &d);
    struct tm tm = {
        .tm_year = y - 1900, .tm_mon = m - 1, .tm_mday = d, .tm_isdst = -1};
    return mktime(&tm);
}
