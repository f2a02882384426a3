// SPDX-License-Identifier: Apache-2.0
// Any number of threads. (A program that names this function counts its threads, so its tests have a file of their own.)
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *meet(void *arg) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1 && arg == &inside);
    inside--;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *count(void *arg) {
    heddle_atomic_begin();
    inside = inside < 3 ? inside + 1 : 3;
    heddle_atomic_end();
    return arg;
}

static void *join_one(void *arg) {
    pthread_t one;
    pthread_create(&one, NULL, count, NULL);
    pthread_join(one, NULL);
    return arg;
}

// checks: with any number of threads, each with the argument, no two hold a mutex
void pass_heddle_any_threads(void) { heddle_any_threads(meet, &inside); }

// violates: assertion: three threads, while the caller goes on
void fail_heddle_any_threads(void) {
    heddle_any_threads(count, NULL);
    heddle_atomic_begin();
    assert(inside < 3);
    heddle_atomic_end();
}

// unknown: pthread_join of threads that are counted
void refuse_heddle_any_threads(void) { heddle_any_threads(join_one, NULL); }
