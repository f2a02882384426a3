// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// levels: -O0 -O2
// A vector is several accesses, and the last one may come first.
#include <assert.h>
#include <pthread.h>

typedef long pair __attribute__((vector_size(16)));
static volatile union { pair whole; long half[2]; } x;

static void *writer(void *arg) {
    x.whole = (pair){1, 1};
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long upper = x.half[1], lower = x.half[0];
    assert(upper == 0 || lower == 1);
    pthread_join(t, NULL);
    return 0;
}
