// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// A bit-field of six bytes, with a neighbour in the other two, is written as four and two.
#include <assert.h>
#include <pthread.h>

struct record { unsigned long x : 48; unsigned short y; };
static struct record r;

static void *writer(void *arg) {
    r.x = 0x100000001;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned long seen = r.x;
    pthread_join(t, NULL);
    assert(seen == 0 || seen == 0x100000001);
    return 0;
}
