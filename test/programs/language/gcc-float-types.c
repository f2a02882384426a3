// expect: holds
// Who defines gcc's names of floating-point types keeps them.
#include <assert.h>
typedef short _Float32;
int main(void) {
    _Float32 n = 70000;
    assert(sizeof n == 2 && n == 4464);
    return 0;
}
