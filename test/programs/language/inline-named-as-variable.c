// expect: holds
// Inline functions without a definition that others could link to. The models have a variable of the first one's name,
// and a function of the second one's: the body is used where there is no function.
#include <assert.h>
inline int optopt(int x) { return x + 1; }
extern inline __attribute__((gnu_inline)) int abs(int x) { return x < 0 ? -x : x; }

int main(void) {
    assert(optopt(1) == 2 && abs(-3) == 3);
    return 0;
}
