// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// levels: -O0
// A struct assignment is not atomic: the copy may be half old, half new.
#include <assert.h>
#include <pthread.h>

struct pair { long a, b, c; };
static struct pair shared, source = {1, 1, 1};

static void *writer(void *arg) {
    shared = source;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    struct pair seen = shared;
    assert(seen.a == seen.c);
    pthread_join(t, NULL);
    return 0;
}
