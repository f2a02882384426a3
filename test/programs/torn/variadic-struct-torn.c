// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// A structure passed to a variadic function is read at the call, while another thread writes it.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

static struct big { long a[4]; } shared;

static int is_even(int n, ...) {
    va_list list;
    va_start(list, n);
    struct big b = va_arg(list, struct big);
    va_end(list);
    return b.a[0] == b.a[3];
}

static void *writer(void *arg) {
    struct big ones = {{1, 1, 1, 1}};
    shared = ones;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(is_even(1, shared));
    pthread_join(t, NULL);
    return 0;
}
