// expect: holds
// files: parts/inline-of-each-file.c
// levels: -O0 -O1 -O2
// Each file has its own inline function of the same name, and calls that one.
#include <assert.h>
inline int limit(void) { return 10; }
int limit_of_other(void);
int main(void) {
    assert(limit() == 10);
    assert(limit_of_other() == 20);
    return 0;
}
