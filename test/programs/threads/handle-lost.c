// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference
// options: --property uninitialized
// The last pointer to the control block of a thread is overwritten, sometimes while that thread lives, sometimes after its end.
#include <pthread.h>
#include <stdlib.h>

static pthread_t other;
static int count;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void started(void) { count++; }

static void *allocate(void *unused) {
    void *block = malloc(9);
    pthread_exit(block);
    return unused;
}

static void *start_once(void *arg) {
    pthread_once(&once, started);
    return arg;
}

static void *start_and_forget(void *arg) {
    pthread_t child;
    pthread_create(&child, NULL, allocate, NULL);
    child = other; // which may be null yet
    pthread_join(child, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, start_and_forget, NULL);
    pthread_create(&other, NULL, start_once, NULL);
    pthread_join(t, NULL);
    return 0;
}
