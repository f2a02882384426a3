// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// Volatile objects, members and pointers.
#include <assert.h>

struct device { volatile int status; int plain; };
static volatile int counter;
static struct device dev;
static volatile struct { char c; long l; } both = {'a', 5};

static int poll(volatile int *p) {
    int n = 0;
    while (*p < 3) {
        ++*p;
        n++;
    }
    return n;
}

int main(void) {
    assert(poll(&counter) == 3 && counter == 3);
    assert(poll(&dev.status) == 3 && dev.status == 3 && dev.plain == 0);
    both.l += both.c;
    assert(both.l == 102);
    volatile int local = 1;
    local += local;
    assert(local == 2);
    return 0;
}
