// expect: unknown "never written"
// files: parts/implicit-results.c
// levels: -O0
// A floating-point number is returned elsewhere: what the caller takes for the result is anything.
#include <assert.h>
int main(void) {
    int n = returns_double();
    assert(n == 2);
    return 0;
}
