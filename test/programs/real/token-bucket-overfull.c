// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 101
// no-none: too many states
// A rate limiter: requests wait for a token. The refill signals only if the bucket was empty, and only one of the
// waiting requests: another one is not woken up for the second token.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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

// Waits for a token and takes it. 0, or ESHUTDOWN if the bucket is closed.
static int bucket_take(Bucket *bucket) {
    int error = 0;
    pthread_mutex_lock(&bucket->lock);
    while (bucket->tokens == 0 && !bucket->is_closed && error == 0)
        error = pthread_cond_wait(&bucket->refilled, &bucket->lock);
    if (bucket->tokens > 0) {
        bucket->tokens--;
        error = 0;
    } else if (bucket->is_closed) {
        error = ESHUTDOWN;
    }
    assert(bucket->tokens >= 0);
    pthread_mutex_unlock(&bucket->lock);
    return error;
}

static void bucket_refill(Bucket *bucket, int tokens) {
    pthread_mutex_lock(&bucket->lock);
    bool was_empty = bucket->tokens == 0;
    bucket->tokens += tokens;
    if (bucket->tokens > bucket->size)
        bucket->tokens = bucket->size;
    if (was_empty)
        pthread_cond_signal(&bucket->refilled);
    pthread_mutex_unlock(&bucket->lock);
}

__attribute__((unused)) static void bucket_close(Bucket *bucket) {
    pthread_mutex_lock(&bucket->lock);
    bucket->is_closed = true;
    pthread_cond_broadcast(&bucket->refilled);
    pthread_mutex_unlock(&bucket->lock);
}

// The test: two clients ask for a token each, and there are two.

static Bucket bucket;
static int answers[CLIENTS];

static void *client(void *arg) {
    int *answer = arg;
    *answer = bucket_take(&bucket);
    return NULL;
}

int main(void) {
    pthread_t clients[CLIENTS];
    int error = bucket_init(&bucket, 2);
    if (error) {
        fprintf(stderr, "no bucket: error %d\n", error);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&clients[i], NULL, client, &answers[i]) != 0)
            abort();
    bucket_refill(&bucket, 2);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    int served = 0;
    for (int i = 0; i < CLIENTS; i++) {
        assert(answers[i] == 0);
        served += answers[i] == 0;
    }
    assert(served == CLIENTS && bucket.tokens == 0);
    bucket_done(&bucket);
    return 0;
}
