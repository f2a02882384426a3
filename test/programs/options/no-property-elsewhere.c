// expect: violated assertion line 12
// options: --property all --no-property null-dereference,race
// What is not checked does not hide what is: another run breaks the assertion.
#include <assert.h>
#include <heddle.h>
#include <stddef.h>

int main(void) {
    int x = 1, *p = heddle_choose(2) ? &x : NULL;
    if (p)
        *p = 2;
    assert(x == 1);
    *p = 3;
    return 0;
}
