// SPDX-License-Identifier: Apache-2.0
// expect: holds
// for, while, do, break, continue, goto into and out of blocks, comma, compound assignment.
#include <assert.h>

int main(void) {
    int s = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2)
            continue;
        s += i * j;
    }
    assert(s == 0 + 9 + 21 + 24);
    int n = 0;
    do {
        if (n == 5)
            break;
        n++;
    } while (1);
    assert(n == 5);
    int k = 0;
again:
    k += 3;
    if (k < 10)
        goto again;
    assert(k == 12);
    k <<= 2, k |= 1, k %= 10, k ^= 3;
    assert(k == 10);
    while (k-- > 0)
        for (;;) {
            if (k > 3)
                goto next;
            goto done;
        next:
            break;
        }
done:
    assert(k == 3);
    return 0;
}
