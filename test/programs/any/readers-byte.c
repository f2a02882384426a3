// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number read --any-number write
// Readers and writers with a counter in a byte: 255 is the writer, and the sixth reader waits.
#include <assert.h>
#include <stdatomic.h>

enum { WRITER = 255, MOST_READERS = 5 };
static _Atomic unsigned char users;
static atomic_int value;

static void begin_read(void) {
    for (;;) {
        unsigned char n = users;
        if (n < MOST_READERS && atomic_compare_exchange_strong(&users, &n, n + 1))
            return;
    }
}

static void begin_write(void) {
    unsigned char n;
    do
        n = 0;
    while (!atomic_compare_exchange_strong(&users, &n, WRITER));
}

void *read(void *arg) {
    begin_read();
    int before = value;
    assert(value == before);
    users--;
    return arg;
}

void *write(void *arg) {
    begin_write();
    value = !value;
    users = 0;
    return arg;
}

int main(void) { return 0; }
