// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 68
// no-none: too many states
// A rate limiter: requests wait a limited time for a token. The answer of the timed wait is overlooked, and a request
// whose time is over takes a token that is not there.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CLIENTS = 2 };

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t refilled;
    int tokens;
    int size;
    bool is_closed;
} Bucket;

static int bucket_init(Bucket *bucket, int size) {
    int error = pthread_mutex_init(&bucket->lock, NULL);
    if (error)
        return error;
    error = pthread_cond_init(&bucket->refilled, NULL);
    if (error) {
        pthread_mutex_destroy(&bucket->lock);
        return error;
    }
    bucket->tokens = 0;
    bucket->size = size;
    bucket->is_closed = false;
    return 0;
}

static void bucket_done(Bucket *bucket) {
    pthread_cond_destroy(&bucket->refilled);
    pthread_mutex_destroy(&bucket->lock);
}

static struct timespec time_after(long milliseconds) {
    struct timespec t;
    if (clock_gettime(CLOCK_REALTIME, &t) != 0)
        abort();
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

// Takes a token. 0, ETIMEDOUT if there was none in time, ESHUTDOWN if the bucket is closed.
static int bucket_take(Bucket *bucket, const struct timespec *deadline) {
    int error = 0;
    pthread_mutex_lock(&bucket->lock);
    while (bucket->tokens == 0 && !bucket->is_closed)
        if (pthread_cond_timedwait(&bucket->refilled, &bucket->lock, deadline) == ETIMEDOUT)
            break;
    if (bucket->is_closed)
        error = ESHUTDOWN;
    else
        bucket->tokens--;
    assert(bucket->tokens >= 0);
    pthread_mutex_unlock(&bucket->lock);
    return error;
}

static void bucket_refill(Bucket *bucket, int tokens) {
    pthread_mutex_lock(&bucket->lock);
    bucket->tokens += tokens;
    if (bucket->tokens > bucket->size)
        bucket->tokens = bucket->size;
    pthread_cond_broadcast(&bucket->refilled);
    pthread_mutex_unlock(&bucket->lock);
}

static void bucket_close(Bucket *bucket) {
    pthread_mutex_lock(&bucket->lock);
    bucket->is_closed = true;
    pthread_cond_broadcast(&bucket->refilled);
    pthread_mutex_unlock(&bucket->lock);
}

// The test: two clients ask for a token each, and the timer refills twice by two, of which the bucket keeps one.

static Bucket bucket;
static int answers[CLIENTS];

static void *client(void *arg) {
    int *answer = arg;
    struct timespec deadline = time_after(500);
    *answer = bucket_take(&bucket, &deadline);
    return NULL;
}

int main(void) {
    pthread_t clients[CLIENTS];
    int error = bucket_init(&bucket, 1);
    if (error) {
        fprintf(stderr, "no bucket: error %d\n", error);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&clients[i], NULL, client, &answers[i]) != 0)
            abort();
    bucket_refill(&bucket, 2);
    bucket_refill(&bucket, 2);
    bucket_close(&bucket);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    int served = 0;
    for (int i = 0; i < CLIENTS; i++) {
        assert(answers[i] == 0 || answers[i] == ETIMEDOUT || answers[i] == ESHUTDOWN);
        served += answers[i] == 0;
    }
    // One refill can be lost to a full bucket, not both.
    assert(served + bucket.tokens >= 1 && served + bucket.tokens <= 2);
    bucket_done(&bucket);
    return 0;
}
