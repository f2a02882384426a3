// expect: holds
// options: -std=gnu89
// In gnu89 `extern inline` is what has no definition, and `inline` alone is one.
#include <assert.h>
extern inline int next(int x) { return x + 1; }
extern __inline int after(int x) { return next(next(x)); }
inline int plain(int x) { return x + 3; }
int main(void) {
    int (*f)(int) = after;
    assert(after(1) == 3 && f(2) == 4);
    assert(plain(0) == 3);
    return 0;
}
