// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// What lies in one cache line is read and written at once, aligned or not; what is aligned always does.
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>

struct __attribute__((packed)) record { char tag; volatile long x; char more[47]; volatile long y; };
static alignas(64) struct record r;

static void *writer(void *arg) {
    r.x = -1;
    r.y = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long x = r.x, y = r.y;
    assert(x == 0 || x == -1);
    assert(y == 0 || y == -1);
    pthread_join(t, NULL);
    return 0;
}
