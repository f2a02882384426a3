// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 76
// no-none: too many states
// A sequence lock around the parameters of a clock. Writers increment the sequence number once, at the end, so a
// reader that comes while a write is going on cannot know.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
    pthread_mutex_t writers; // one at a time
    atomic_uint sequence;    // the number of writes
} SeqLock;

// time = offset + rate * ticks; the pieces are atomics since readers look at them at any time.
typedef struct {
    SeqLock lock;
    atomic_long rate;
    atomic_long offset;
} Clock;

typedef struct {
    long rate;
    long offset;
} ClockValues;

static void write_begin(SeqLock *lock) { pthread_mutex_lock(&lock->writers); }

static void write_end(SeqLock *lock) {
    atomic_fetch_add(&lock->sequence, 1);
    pthread_mutex_unlock(&lock->writers);
}

static unsigned read_begin(SeqLock *lock) { return atomic_load(&lock->sequence); }

static bool read_must_retry(SeqLock *lock, unsigned sequence) { return atomic_load(&lock->sequence) != sequence; }

static void clock_init(Clock *clock, long rate) {
    pthread_mutex_init(&clock->lock.writers, NULL);
    atomic_init(&clock->lock.sequence, 0);
    atomic_init(&clock->rate, rate);
    atomic_init(&clock->offset, 0);
}

// Changes the rate at a moment given in ticks; the time does not jump.
static void clock_set_rate(Clock *clock, long rate, long ticks) {
    write_begin(&clock->lock);
    long now = atomic_load(&clock->offset) + atomic_load(&clock->rate) * ticks;
    atomic_store(&clock->rate, rate);
    atomic_store(&clock->offset, now - rate * ticks);
    write_end(&clock->lock);
}

static ClockValues clock_values(Clock *clock) {
    ClockValues values;
    unsigned sequence;
    do {
        sequence = read_begin(&clock->lock);
        values.rate = atomic_load(&clock->rate);
        values.offset = atomic_load(&clock->offset);
    } while (read_must_retry(&clock->lock, sequence));
    return values;
}

// The test: at tick 10 the time is 100 whatever the rate is, because all changes of the rate happen then.

static Clock the_clock;

static void check_time(void) {
    ClockValues values = clock_values(&the_clock);
    long time = values.offset + values.rate * 10;
    if (time != 100)
        fprintf(stderr, "rate %ld with offset %ld\n", values.rate, values.offset);
    assert(time == 100);
}

static void *tuner(void *arg) {
    const long *rate = arg;
    clock_set_rate(&the_clock, *rate, 10);
    return NULL;
}

int main(void) {
    static long rates[2] = {20, 5};
    pthread_t threads[2];
    clock_init(&the_clock, 10);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, tuner, &rates[i]) != 0)
            return 1;
    for (int i = 0; i < 2; i++)
        check_time();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    check_time();
    return 0;
}
