// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --invariant high,first,small,is_set,top
// Results of invariants count with all their bits, and pointers as not null.
#include <pthread.h>
#include <stdbool.h>

static volatile int x;
static int cells[2];

long long high(void) { return 0x100000000LL * (x < 2); }
int *first(void) { return &cells[x]; }
unsigned char small(void) { return (unsigned char)(x + 1); }
bool is_set(void) { return cells[0] + 4; }
unsigned long top(void) { return 1UL << 63; }

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    return 0;
}
