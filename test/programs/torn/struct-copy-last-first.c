// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// levels: -O0
// The last member of a structure may be copied first.
#include <assert.h>
#include <pthread.h>

struct triple { long a, b, c; };
static struct triple shared, source = {1, 1, 1};

static void *writer(void *arg) {
    shared = source;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long last = *(volatile long *)&shared.c;
    long first = *(volatile long *)&shared.a;
    assert(last == 0 || first == 1);
    pthread_join(t, NULL);
    return 0;
}
