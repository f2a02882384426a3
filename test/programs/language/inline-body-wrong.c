// expect: violated assertion line 7
// levels: -O0
// message: inline-body-wrong\.c:7 +half +\(x = 3\)
// What goes wrong inside an inline function is told with its name and line.
#include <assert.h>
inline int half(int x) {
    assert(x % 2 == 0);
    return x / 2;
}
int main(void) { return half(4) - half(3); }
