// expect: violated assertion line 8
// files: parts/implicit-results.c
// levels: -O0 -O2
// An int is all that a function has returned that was never declared: the upper half of a long is lost.
#include <assert.h>
int main(void) {
    long n = returns_long();
    assert(n == (1L << 40) + 5);
    return 0;
}
