// expect: violated uninitialized line 13
// options: --property uninitialized
// levels: -O0
#include <assert.h>
static int sign(int n) {
    if (n < 0)
        return -1;
    if (n > 0)
        return 1;
}
int main(void) {
    assert(sign(3) == 1);
    assert(sign(0) == 0);
    return 0;
}
