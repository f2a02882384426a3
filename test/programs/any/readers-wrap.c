// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// options: --any-number read --any-number write
// Readers are counted in two bits, and nobody looks whether there is room: with four of them there are none.
#include <assert.h>
#include <stdatomic.h>

static _Atomic unsigned char users; // three bits: two for readers, one for a writer
static atomic_int value;

static void change(int n) {
    unsigned char old = users;
    while (!atomic_compare_exchange_strong(&users, &old, (old & 4) | ((old + n) & 3)))
        ;
}

void *read(void *arg) {
    unsigned char old = 0;
    do
        old &= 3;
    while (!atomic_compare_exchange_strong(&users, &old, (old + 1) & 3));
    int before = value;
    assert(value == before);
    change(-1);
    return arg;
}

void *write(void *arg) {
    unsigned char free = 0;
    while (!atomic_compare_exchange_strong(&users, &free, 4))
        free = 0;
    value = !value;
    users = 0;
    return arg;
}

int main(void) { return 0; }
