// expect: violated assertion line 7
// options: -fgnu89-inline
#include <assert.h>
extern inline int next(int x) { return x + 1; }
int main(void) {
    int n = next(1);
    assert(n == 3);
    return 0;
}
