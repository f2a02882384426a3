// SPDX-License-Identifier: Apache-2.0
// Every byte may be anything, and is the same as long as nobody writes to it; what is around stays as it was.
// expect: holds
#include <assert.h>
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);

struct item {
    short before;
    struct {
        char tag;
        int number;
        double real;
    } inside;
    short after;
};

int main(void) {
    struct item i = {.before = 7, .after = 8}, copy;
    __VERIFIER_nondet_memory(&i.inside, sizeof i.inside);
    copy = i;
    assert(i.before == 7 && i.after == 8);
    assert(copy.inside.tag == i.inside.tag && copy.inside.number == i.inside.number);
    if (i.inside.number > 1000)
        assert(((unsigned char *)&i.inside.number)[3] < 128);
    __VERIFIER_nondet_memory(0, 0);
    return 0;
}
