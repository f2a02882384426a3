// SPDX-License-Identifier: Apache-2.0
// Clocks and dates: <time.h>, <sys/time.h> and their relatives. Sleeping is in sleep.c.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

// ---- clocks ---------------------------------------------------------------------------------------

// checks: the result is stored as well, and time never goes back
void pass_time(void) {
    time_t stored, a = time(&stored), b = time(NULL);
    assert(a == stored && b >= a);
    assert(a >= 1767225600);
}

// violates: assertion: two readings may differ
void fail_time(void) {
    time_t a = time(NULL);
    assert(time(NULL) == a);
}

// violates: assertion: two readings may also be the same
void fail_time__still(void) {
    time_t a = time(NULL);
    assert(time(NULL) > a);
}

static time_t seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *arg) {
    pthread_mutex_lock(&lock);
    time_t now = time(NULL);
    assert(now >= seen);
    seen = now;
    pthread_mutex_unlock(&lock);
    return arg;
}

// checks: time does not go back from one thread to the other
void pass_time__threads(void) {
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    look(NULL);
    pthread_join(t, NULL);
}

static time_t later;

static void *publish(void *arg) {
    later = time(NULL);
    return arg;
}

// violates: assertion: between a reading and its use another thread can read a later time
void fail_time__threads(void) {
    pthread_t t;
    time(NULL);
    pthread_create(&t, NULL, publish, NULL);
    time_t now = time(NULL);
    pthread_join(t, NULL);
    assert(later <= now);
}

// checks: a valid time that does not go back; the time zone is UTC
void pass_gettimeofday(void) {
    struct timeval a, b;
    struct timezone zone = {1, 1};
    assert(gettimeofday(&a, &zone) == 0 && gettimeofday(&b, NULL) == 0);
    assert(a.tv_usec >= 0 && a.tv_usec < 1000000);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_usec >= a.tv_usec));
    assert(zone.tz_minuteswest == 0);
}

// violates: null-dereference: there is nowhere to put the time
void fail_gettimeofday(void) {
    struct timeval *nowhere = NULL;
    gettimeofday(nowhere, NULL);
}

// checks: every clock shows a valid time that does not go back; EINVAL for a clock that does not exist
void pass_clock_gettime(void) {
    const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME,
                                CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
    for (unsigned i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct timespec a, b;
        assert(clock_gettime(clocks[i], &a) == 0 && clock_gettime(clocks[i], &b) == 0);
        assert(a.tv_sec >= 0 && a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
        assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    }
    struct timespec t;
    assert(clock_gettime(77, &t) == -1 && errno == EINVAL);
}

// violates: assertion: time passes between two readings of different clocks as well
void fail_clock_gettime(void) {
    struct timespec a, b, c;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_REALTIME, &b);
    clock_gettime(CLOCK_MONOTONIC, &c);
    assert(c.tv_sec - a.tv_sec < 2);
}

// violates: null-dereference: there is nowhere to put the time
void fail_clock_gettime__null(void) {
    struct timespec *nowhere = NULL;
    clock_gettime(CLOCK_REALTIME, nowhere);
}

// checks: some resolution; the place for it may be null; EINVAL
void pass_clock_getres(void) {
    struct timespec t;
    assert(clock_getres(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec == 0 && t.tv_nsec > 0);
    assert(clock_getres(CLOCK_REALTIME, NULL) == 0);
    assert(clock_getres(77, &t) == -1 && errno == EINVAL);
}

// violates: assertion: not every clock exists
void fail_clock_getres(void) {
    assert(clock_getres(77, NULL) == 0);
}

// checks: EINVAL for clocks that cannot be set and for bad times
void pass_clock_settime(void) {
    struct timespec bad = {0, -1}, good = {0, 0};
    assert(clock_settime(CLOCK_REALTIME, &bad) == -1 && errno == EINVAL);
    assert(clock_settime(CLOCK_MONOTONIC, &good) == -1 && errno == EINVAL);
}

// violates: assertion: a program may not set the clock (EPERM)
void fail_clock_settime(void) {
    struct timespec t = {1, 0};
    assert(clock_settime(CLOCK_REALTIME, &t) == 0);
}

// checks: EINVAL for a bad time
void pass_settimeofday(void) {
    struct timeval bad = {0, 1000000};
    assert(settimeofday(&bad, NULL) == -1 && errno == EINVAL);
}

// violates: assertion: a program may not set the clock (EPERM)
void fail_settimeofday(void) {
    struct timeval t = {1, 0};
    assert(settimeofday(&t, NULL) == 0);
}

// checks: the adjustment that is still to do can be asked for: there is none
void pass_adjtime(void) {
    struct timeval old = {1, 1};
    assert(adjtime(NULL, &old) == 0 && old.tv_sec == 0 && old.tv_usec == 0);
}

// violates: assertion: a program may not adjust the clock (EPERM)
void fail_adjtime(void) {
    struct timeval t = {1, 0};
    assert(adjtime(&t, NULL) == 0);
}

// checks: the own process has a clock, which can be read
void pass_clock_getcpuclockid(void) {
    clockid_t clock;
    struct timespec t;
    assert(clock_getcpuclockid(0, &clock) == 0 && clock_gettime(clock, &t) == 0);
    assert(clock_getcpuclockid(getpid(), &clock) == 0);
}

// violates: null-dereference: there is nowhere to put the clock
void fail_clock_getcpuclockid(void) {
    clock_getcpuclockid(0, NULL);
}

// checks: never goes back
void pass_clock(void) {
    clock_t a = clock(), b = clock();
    assert(a != (clock_t)-1 && b >= a);
}

// violates: assertion: the program may use time between two readings
void fail_clock(void) {
    clock_t a = clock();
    assert(clock() == a);
}

// checks: the time since some start and the time used, both never going back
void pass_times(void) {
    struct tms a, b;
    clock_t s = times(&a), t = times(&b);
    assert(t >= s && b.tms_utime >= a.tms_utime && a.tms_cutime == 0);
}

// violates: assertion: time passes
void fail_times(void) {
    struct tms a;
    clock_t s = times(&a);
    assert(times(&a) - s < sysconf(_SC_CLK_TCK));
}

// checks: only the base TIME_UTC is known
void pass_timespec_get(void) {
    struct timespec t;
    assert(timespec_get(&t, TIME_UTC) == TIME_UTC && t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
    assert(timespec_get(&t, 77) == 0);
}

// violates: assertion: time passes
void fail_timespec_get(void) {
    struct timespec a, b;
    timespec_get(&a, TIME_UTC);
    timespec_get(&b, TIME_UTC);
    assert(a.tv_sec == b.tv_sec);
}

int timespec_getres(struct timespec *out, int base);

// checks: only the base TIME_UTC is known
void pass_timespec_getres(void) {
    struct timespec t;
    assert(timespec_getres(&t, TIME_UTC) == TIME_UTC && t.tv_nsec > 0);
    assert(timespec_getres(&t, 77) == 0);
}

// violates: assertion: not every base exists
void fail_timespec_getres(void) {
    assert(timespec_getres(NULL, 77) != 0);
}

#pragma clang diagnostic ignored "-Wdeprecated-declarations"
// checks: milliseconds below 1000
void pass_ftime(void) {
    struct timeb t;
    assert(ftime(&t) == 0 && t.millitm < 1000);
}

// violates: null-dereference: there is nowhere to put the time
void fail_ftime(void) {
    struct timeb *nowhere = NULL;
    ftime(nowhere);
}

// checks: the time used does not go back; there are no children; EINVAL
void pass_getrusage(void) {
    struct rusage a, b;
    assert(getrusage(RUSAGE_SELF, &a) == 0 && getrusage(RUSAGE_SELF, &b) == 0);
    assert(b.ru_utime.tv_sec >= a.ru_utime.tv_sec);
    assert(getrusage(RUSAGE_CHILDREN, &a) == 0 && a.ru_utime.tv_sec == 0);
    assert(getrusage(77, &a) == -1 && errno == EINVAL);
}

// violates: assertion: the program may use time between two readings
void fail_getrusage(void) {
    struct rusage a, b;
    getrusage(RUSAGE_SELF, &a);
    getrusage(RUSAGE_SELF, &b);
    assert(b.ru_utime.tv_sec == a.ru_utime.tv_sec);
}

// ---- dates ----------------------------------------------------------------------------------------

static int is(const struct tm *t, int year, int month, int day, int hour, int minute, int second, int weekday,
              int yearday) {
    return t->tm_year == year - 1900 && t->tm_mon == month - 1 && t->tm_mday == day && t->tm_hour == hour &&
           t->tm_min == minute && t->tm_sec == second && t->tm_wday == weekday && t->tm_yday == yearday &&
           t->tm_isdst == 0;
}

// checks: the start of 1970, a leap day, and the last second before 1970
void pass_gmtime(void) {
    time_t t = 0;
    assert(is(gmtime(&t), 1970, 1, 1, 0, 0, 0, 4, 0));
    t = 951782399 + 1;
    assert(is(gmtime(&t), 2000, 2, 29, 0, 0, 0, 2, 59));
    t = -1;
    assert(is(gmtime(&t), 1969, 12, 31, 23, 59, 59, 3, 364));
}

// violates: assertion: the next call overwrites the result
void fail_gmtime(void) {
    time_t a = 0, b = 86400;
    struct tm *first = gmtime(&a);
    gmtime(&b);
    assert(first->tm_mday == 1);
}

static void *use_buffer(void *arg) {
    time_t t = 86400;
    gmtime(&t);
    return arg;
}

// violates: assertion|data-race: all threads share one buffer
void fail_gmtime__threads(void) {
    pthread_t u;
    pthread_create(&u, NULL, use_buffer, NULL);
    time_t t = 0;
    assert(gmtime(&t)->tm_mday == 1);
    pthread_join(u, NULL);
}

// checks: years far from now in both directions, and ends of centuries
void pass_gmtime_r(void) {
    struct tm m;
    time_t t = 4107542400;
    if (sizeof t == 8) {
        assert(gmtime_r(&t, &m) == &m && is(&m, 2100, 3, 1, 0, 0, 0, 1, 59));
        t = (time_t)-62135596800LL;
        assert(gmtime_r(&t, &m) == &m && is(&m, 1, 1, 1, 0, 0, 0, 1, 0));
        t = (time_t)LLONG_MAX;
        assert(gmtime_r(&t, &m) == NULL && errno == EOVERFLOW);
    }
    t = 1767225599;
    assert(gmtime_r(&t, &m) == &m && is(&m, 2025, 12, 31, 23, 59, 59, 3, 364));
    t = 1735603200;
    assert(gmtime_r(&t, &m) == &m && is(&m, 2024, 12, 31, 0, 0, 0, 2, 365));
}

// violates: null-dereference: there is nowhere to put the date
void fail_gmtime_r(void) {
    time_t t = 0;
    struct tm *nowhere = NULL;
    gmtime_r(&t, nowhere);
}

// checks: local time is a date like any other, and mktime takes it back
void pass_localtime(void) {
    time_t t = 1700000000;
    struct tm *m = localtime(&t);
    assert(m && m->tm_year == 123 && mktime(m) == t);
}

// violates: assertion: gmtime and localtime share their result
void fail_localtime(void) {
    time_t a = 0, b = 86400 * 40;
    struct tm *first = localtime(&a);
    gmtime(&b);
    assert(first->tm_mon == 0);
}

// checks: the result goes where the caller says
void pass_localtime_r(void) {
    time_t t = 1700000000;
    struct tm m;
    assert(localtime_r(&t, &m) == &m && m.tm_mon == 10 && mktime(&m) == t);
}

// violates: null-dereference: there is no time
void fail_localtime_r(void) {
    struct tm m;
    const time_t *none = NULL;
    localtime_r(none, &m);
}

// checks: fields out of their range are brought into it, and the days are filled in
void pass_mktime(void) {
    struct tm m = {.tm_year = 126, .tm_mon = 13, .tm_mday = 0, .tm_hour = 25, .tm_min = -1, .tm_sec = 61};
    assert(mktime(&m) != -1);
    assert(is(&m, 2027, 2, 1, 1, 0, 1, 1, 31));
}

// checks: EOVERFLOW for dates that no time_t can hold
void pass_mktime__overflow(void) {
    struct tm m = {.tm_year = INT_MAX, .tm_mon = INT_MAX, .tm_mday = 1};
    assert(mktime(&m) == -1 && errno == EOVERFLOW);
}

// violates: assertion: the date is changed to what it means
void fail_mktime(void) {
    struct tm m = {.tm_year = 125, .tm_mon = 1, .tm_mday = 29};
    mktime(&m);
    assert(m.tm_mday == 29);
}

// checks: the inverse of gmtime
void pass_timegm(void) {
    struct tm m = {.tm_year = 126, .tm_mon = 0, .tm_mday = 1};
    assert(timegm(&m) == 1767225600 && m.tm_wday == 4);
    struct tm leap = {.tm_year = 100, .tm_mon = 1, .tm_mday = 30};
    assert(timegm(&leap) == 951868800 && leap.tm_mon == 2 && leap.tm_mday == 1);
}

// violates: null-dereference: there is no date
void fail_timegm(void) {
    timegm(NULL);
}

// checks: the old name of mktime
void pass_timelocal(void) {
    struct tm m = {.tm_year = 126, .tm_mon = 0, .tm_mday = 1}, n = m;
    assert(timelocal(&m) == mktime(&n));
}

// violates: assertion: the date is changed to what it means
void fail_timelocal(void) {
    struct tm m = {.tm_year = 126, .tm_mon = 12, .tm_mday = 1};
    timelocal(&m);
    assert(m.tm_mon == 12);
}

// checks: leap years
void pass_dysize(void) {
    assert(dysize(2000) == 366 && dysize(1900) == 365 && dysize(2024) == 366 && dysize(2025) == 365);
}

// violates: assertion: not every fourth year is a leap year
void fail_dysize(void) {
    assert(dysize(2100) == 366);
}

// checks: days and numbers at their places
void pass_asctime(void) {
    struct tm m = {.tm_year = 126, .tm_mon = 0, .tm_mday = 5, .tm_wday = 1, .tm_hour = 3, .tm_min = 4, .tm_sec = 59};
    assert(strcmp(asctime(&m), "Mon Jan  5 03:04:59 2026\n") == 0);
    m.tm_wday = 9;
    assert(strncmp(asctime(&m), "??? Jan", 7) == 0);
}

// violates: assertion: the next call overwrites the result
void fail_asctime(void) {
    struct tm a = {.tm_mday = 1}, b = {.tm_mday = 2};
    char *text = asctime(&a);
    asctime(&b);
    assert(text[9] == '1');
}

// checks: 26 bytes are enough up to the year 9999, and EOVERFLOW if not
void pass_asctime_r(void) {
    struct tm m = {.tm_year = 8099, .tm_mon = 11, .tm_mday = 31, .tm_wday = 5};
    char text[26];
    assert(asctime_r(&m, text) == text && strcmp(text, "Fri Dec 31 00:00:00 9999\n") == 0);
    m.tm_year++;
    assert(asctime_r(&m, text) == NULL && errno == EOVERFLOW);
}

// violates: out-of-bounds: the text has 26 bytes
void fail_asctime_r(void) {
    struct tm m = {.tm_mday = 1};
    char text[25];
    asctime_r(&m, text);
}

// checks: the text of the local time
void pass_ctime(void) {
    time_t t = 1767225600;
    assert(strlen(ctime(&t)) == 25 && strncmp(ctime(&t) + 20, "202", 3) == 0);
}

// violates: null-dereference: there is no time
void fail_ctime(void) {
    const time_t *none = NULL;
    ctime(none);
}

// checks: the text goes where the caller says
void pass_ctime_r(void) {
    time_t t = 1767225600;
    char text[26];
    assert(ctime_r(&t, text) == text && strcmp(text, ctime(&t)) == 0);
}

// violates: out-of-bounds: the text has 26 bytes
void fail_ctime_r(void) {
    time_t t = 0;
    char text[20];
    ctime_r(&t, text);
}

// checks: seconds between two times
void pass_difftime(void) {
    assert(difftime(5, 3) == 2.0 && difftime(3, 5) == -2.0);
}

// violates: assertion: the later time comes first
void fail_difftime(void) {
    assert(difftime(3, 5) > 0);
}

// checks: names and offset of the time zone are there
void pass_tzset(void) {
    tzset();
    assert(tzname[0] && tzname[1] && timezone == 0 && daylight == 0);
}

// violates: assertion: the time zone is UTC
void fail_tzset(void) {
    tzset();
    assert(timezone != 0);
}

// ---- dates and text -------------------------------------------------------------------------------

static const struct tm example = {.tm_year = 126, .tm_mon = 7, .tm_mday = 9, .tm_hour = 15, .tm_min = 4, .tm_sec = 5,
                                  .tm_wday = 0, .tm_yday = 220, .tm_zone = "UTC"};

static int gives(const char *format, const char *expected) {
    char text[80];
    size_t n = strftime(text, sizeof text, format, &example);
    return n == strlen(expected) && strcmp(text, expected) == 0;
}

// checks: the conversions for dates
void pass_strftime(void) {
    assert(gives("%a %A %b %B %h", "Sun Sunday Aug August Aug"));
    assert(gives("%C %d %e %j %m %y %Y", "20 09  9 221 08 26 2026"));
    assert(gives("%u %w %U %W %V %g %G", "7 0 32 31 32 26 2026"));
    assert(gives("%D %F %x", "08/09/26 2026-08-09 08/09/26"));
    assert(gives("%c|", "Sun Aug  9 15:04:05 2026|"));
}

// checks: the conversions for times, flags and widths
void pass_strftime__time(void) {
    assert(gives("%H %I %k %l %M %S %p %P", "15 03 15  3 04 05 PM pm"));
    assert(gives("%r %R %T %X %z %Z", "03:04:05 PM 15:04 15:04:05 15:04:05 +0000 UTC"));
    assert(gives("%n%t%%", "\n\t%"));
    assert(gives("%-d %_m %^a %#p %5Y %3d %Od %Ey", "9  8 SUN pm 02026 009 09 26"));
    assert(gives("%10A|%Q", "    Sunday|%Q"));
}

// checks: weeks after ISO 8601 at the turn of the year
void pass_strftime__weeks(void) {
    struct tm m = {.tm_year = 127, .tm_mon = 0, .tm_mday = 1, .tm_wday = 5, .tm_yday = 0};
    char text[20];
    assert(strftime(text, sizeof text, "%G-W%V-%u", &m) == 10 && strcmp(text, "2026-W53-5") == 0);
    struct tm n = {.tm_year = 124, .tm_mon = 11, .tm_mday = 31, .tm_wday = 2, .tm_yday = 365};
    assert(strftime(text, sizeof text, "%G-W%V-%u", &n) == 10 && strcmp(text, "2025-W01-2") == 0);
}

// checks: the result is 0 where there is no room, and nothing is written behind the end
void pass_strftime__room(void) {
    char text[5] = "####";
    assert(strftime(text, 4, "%Y", &example) == 0 && text[4] == '\0');
    assert(strftime(text, 5, "%Y", &example) == 4 && strcmp(text, "2026") == 0);
}

// violates: out-of-bounds: the buffer is smaller than the caller says
void fail_strftime(void) {
    char text[8];
    strftime(text, 11, "%Y-%m-%d", &example);
}

// violates: invalid-pointer: the format is the destination
void fail_strftime__overlap(void) {
    char text[16] = "%Y";
    strftime(text, sizeof text, text, &example);
}

// checks: the format may be beside the destination
void pass_strftime__neighbours(void) {
    struct { char text[5], format[3]; } s = {"", "%Y"};
    assert(strftime(s.text, sizeof s.text, s.format, &example) == 4 && s.format[0] == '%');
}

// violates: uninitialized: a field that the format needs was not set
// options: --property uninitialized
void fail_strftime__field(void) {
    struct tm m;
    char text[8];
    m.tm_year = 100;
    strftime(text, sizeof text, "%m", &m);
}

// checks: the fields that the format does not need may be uninitialised
// options: --property uninitialized
void pass_strftime__fields(void) {
    struct tm m;
    char text[8];
    m.tm_mday = 7;
    assert(strftime(text, sizeof text, "%d", &m) == 2 && text[1] == '7');
}

// checks: as strftime, in the locale given
void pass_strftime_l(void) {
    char text[20];
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strftime_l(text, sizeof text, "%F", &example, locale) == 10 && strcmp(text, "2026-08-09") == 0);
}

// violates: out-of-bounds: the buffer is smaller than the caller says
void fail_strftime_l(void) {
    char text[8];
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    strftime_l(text, 11, "%Y-%m-%d", &example, locale);
}

// checks: dates and times from text; the rest of the text is returned
void pass_strptime(void) {
    struct tm m = {0};
    const char *text = "2026-08-09 15:04:05 rest";
    char *end = strptime(text, "%Y-%m-%d %H:%M:%S", &m);
    assert(end && strcmp(end, " rest") == 0);
    assert(is(&m, 2026, 8, 9, 15, 4, 5, 0, 220));
    assert(strptime("Monday, 1 feb 99", "%A, %d %b %y", &m) && m.tm_mon == 1 && m.tm_year == 99 && m.tm_wday == 1);
    assert(strptime("12:30 am 100%", "%I:%M %p %j%%", &m) && m.tm_hour == 0 && m.tm_min == 30 && m.tm_yday == 99);
    assert(strptime("08/09/26 23:59", "%D %R", &m) && m.tm_mday == 9 && m.tm_hour == 23);
}

// checks: NULL where the text does not fit
void pass_strptime__mismatch(void) {
    struct tm m = {0};
    assert(!strptime("2026/08", "%Y-%m", &m) && !strptime("13", "%m", &m) && !strptime("Foo", "%b", &m));
}

// violates: null-dereference: the result is NULL where the text does not fit
void fail_strptime(void) {
    struct tm m;
    assert(*strptime("x", "%Y", &m) == '\0');
}
