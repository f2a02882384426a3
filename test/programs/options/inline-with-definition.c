// expect: violated assertion line 9
// files: parts/inline-with-definition.c
// levels: -O0
// Another file has the definition. Which one a call means is not said; without the optimiser it is that one, as
// with gcc.
#include <assert.h>
inline int limit(void) { return 10; }
int main(void) {
    assert(limit() == 10);
    return 0;
}
