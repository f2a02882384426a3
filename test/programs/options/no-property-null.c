// expect: unknown "null-dereference: what follows is undefined and was not searched; without --no-property null-dereference it is a violation"
// options: --no-property null-dereference,double-free
// levels: -O0
// message: also seen, not asked for: null-dereference
// Nobody knows what a program does after it has followed a null pointer, so nobody knows whether the assertion holds.
#include <assert.h>
#include <heddle.h>
#include <stddef.h>

int main(void) {
    int x = 1, *p = heddle_choose(2) ? &x : NULL;
    *p = 2;
    assert(x == 2);
    return 0;
}
