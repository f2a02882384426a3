// expect: holds
// Inline functions that have no external definition anywhere: their bodies are used, also those that only
// other such functions call, and where an address is taken.
#include <assert.h>
inline int one(void) { return 1; }
inline int add(int a, int b) { return a + b; }
inline int twice(int x) { return add(x, x); }
inline __attribute__((always_inline)) int always(int x) { return add(x, one()); }
extern inline __attribute__((gnu_inline)) int old(int x) { return x - one(); }
inline int factorial(int n) { return n < 2 ? one() : n * factorial(n - 1); }
inline int turns(void) {
    static int n;
    return ++n;
}
static int (*const table[])(int) = {twice, always, old, factorial};

int main(void) {
    int results[] = {8, 5, 3, 24};
    for (int i = 0; i < 4; i++)
        assert(table[i](4) == results[i]);
    assert(turns() == 1 && turns() == 2);
    return twice(3) - 6;
}
