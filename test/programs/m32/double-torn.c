// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: -m32
// Half of a double is another double; and a structure is copied a register at a time.
#include <assert.h>
#include <pthread.h>

struct pair { double d; };
static struct pair shared, from = {1.1};

static void *writer(void *arg) {
    shared = from;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    double d = shared.d;
    assert(d == 0 || d == 1.1);
    pthread_join(t, NULL);
    return 0;
}
