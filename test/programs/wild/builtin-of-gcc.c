// expect: error "in 'main': call of '__builtin_mul_overflow_p': clang has no such builtin; do without it"
// message: warning: clang has no builtin __builtin_mul_overflow_p\(\); a run that comes to it
// no-message: nothing defines
#include <assert.h>

int main(int argc, char **argv) {
    (void)argv;
    assert(__builtin_mul_overflow_p(argc << 30, 4, 0));
    return 0;
}
