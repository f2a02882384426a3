// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Thread-local globals with initialisers, in one thread.
#include <assert.h>
#include <threads.h>

static _Thread_local int n = 7;
static thread_local int *p;
__thread char text[4] = "abc";

int main(void) {
    p = &n;
    *p += 3;
    assert(n == 10 && text[1] == 'b');
    text[1] = 'x';
    assert(text[1] == 'x' && text[2] == 'c');
    return 0;
}
