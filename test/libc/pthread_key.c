// SPDX-License-Identifier: Apache-2.0
// Thread-specific data. pthread.h.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;
static int x, y;

static void *ends(void *arg) { return arg; }
static void destroys(void *value) { *(int *)value += 1; }

static void *sets(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, arg) == 0);
    return NULL;
}

// checks: a destructor runs for each value before join returns
void pass_pthread_key_create(void) {
    pthread_t t;
    assert(pthread_key_create(&key, destroys) == 0);
    pthread_create(&t, NULL, sets, &x);
    pthread_join(t, NULL);
    assert(x == 1);
}

// violates: assertion: the destructor of a value that is not NULL runs
void fail_pthread_key_create(void) {
    pthread_t t;
    pthread_key_create(&key, destroys);
    pthread_create(&t, NULL, sets, &x);
    pthread_join(t, NULL);
    assert(x == 0);
}

// checks: no destructor runs any more; EINVAL for a key that is not there
void pass_pthread_key_delete(void) {
    pthread_key_create(&key, destroys);
    pthread_setspecific(key, &x);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_delete(key) == EINVAL);
    assert(x == 0);
}

// violates: assertion: pthread_key_delete does not call the destructor
void fail_pthread_key_delete(void) {
    pthread_key_create(&key, destroys);
    pthread_setspecific(key, &x);
    pthread_key_delete(key);
    assert(x == 1);
}

// checks: each thread has its own value; EINVAL for a key that is not there
void pass_pthread_setspecific(void) {
    pthread_t t;
    assert(pthread_setspecific(17, &x) == EINVAL);
    pthread_key_create(&key, NULL);
    assert(pthread_setspecific(key, &x) == 0);
    pthread_create(&t, NULL, sets, &y);
    pthread_join(t, NULL);
    assert(pthread_getspecific(key) == &x);
}

// violates: assertion: each thread has its own value
void fail_pthread_setspecific(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, sets, &y);
    pthread_join(t, NULL);
    assert(pthread_getspecific(key) == &y);
}

// checks: NULL at first, then what was set
void pass_pthread_getspecific(void) {
    pthread_key_create(&key, NULL);
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &x);
    assert(pthread_getspecific(key) == &x);
}

// violates: null-dereference: a thread that has set nothing has NULL
void fail_pthread_getspecific(void) {
    pthread_key_create(&key, NULL);
    assert(*(volatile int *)pthread_getspecific(key) == 0);
    ends(NULL);
}
