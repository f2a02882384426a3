// expect: holds
// files: parts/implicit-results.c
// levels: -O0 -O2
// The lower half of a long is what the caller sees; the upper half of an argument is lost as well.
#include <assert.h>
int takes_int();
int main(void) {
    long n = returns_long();
    assert(n == 5);
    assert(takes_int((1L << 40) + 6) == 7);
    return 0;
}
