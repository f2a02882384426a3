// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Copies that look like overlaps and are none: a structure to itself, neighbours, nothing at all, memmove; also where another
// thread can look on.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct row { int a[4]; };
static struct row rows[3] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};

__attribute__((noinline)) static void assign(struct row *to, const struct row *from) { *to = *from; }
__attribute__((noinline)) static void copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }

static void *work(void *arg) {
    assign(&rows[1], &rows[1]);
    assign(&rows[2], &rows[1]);
    copy(&rows[0].a[2], &rows[0].a[0], 2 * sizeof(int));
    copy(&rows[0].a[1], &rows[0].a[0], 0);
    memmove(&rows[1].a[1], &rows[1].a[0], 3 * sizeof(int));
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(rows[0].a[2] == 1 && rows[0].a[3] == 2 && rows[1].a[3] == 7 && rows[2].a[0] == 5);
    return 0;
}
