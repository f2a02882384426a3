// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Lazy initialisation that publishes a complete object, once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;
static int made;

static int *get(void) {
    int *p = instance;
    if (!p) {
        pthread_mutex_lock(&lock);
        p = instance;
        if (!p) {
            p = malloc(sizeof *p);
            *p = 5;
            made++;
            instance = p;
        }
        pthread_mutex_unlock(&lock);
    }
    return p;
}
static void *use(void *arg) {
    assert(*get() == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(made == 1);
    return 0;
}
